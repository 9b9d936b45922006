import { Dialog } from '@blueprintjs/core'
import { EyeOffIcon, EyeOpenIcon } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../services/endpoint.ts'
import { reveal, type Why } from '../../services/reveal.ts'
import { useConsole } from '../shared/console.ts'
import { BarredButton } from './BarredButton.tsx'
import { WhyForm } from './WhyForm.tsx'
import './reveal.css'

const shownSeconds = 60

type RevealProps = {
  /** Whose, and what of them. */
  of: Pick<InputOf<typeof reveal>, 'orderNo' | 'at' | 'record' | 'field' | 'contact'>
  masked: ReactNode
  /** Which one it is, in words, where several alike stand on a page. */
  which?: string | undefined
  /** How it reads; as it came unless said otherwise. */
  as?: ((value: string) => ReactNode) | undefined
}

/** One thing of a customer: masked, until somebody says what they need it for, and again a minute later or once they leave the page. */
export const Reveal = (props: RevealProps) => (
  // Another order's, or another version's, is not what was shown.
  <OneReveal key={JSON.stringify(props.of)} {...props} />
)

const OneReveal = ({ of, masked, which, as = (value) => value }: RevealProps) => {
  const { t } = useTranslation()
  const { client, user } = useConsole()
  const [value, setValue] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const hide = () => setValue(undefined)
  // Out of sight it is nobody's any more.
  useEffect(() => () => setValue(undefined), [])
  const close = () => setAsking(false)
  const show = async (why: Why, key: string) => {
    setValue((await client.call(reveal, { ...of, ...why }, { key })).value)
    close()
  }
  const isShown = value !== undefined
  const thing = t(`reveal:field.${of.field}`, { nth: (of.contact ?? 0) + 1 })
  const what = which ? `${thing}, ${which}` : thing
  const words = t(isShown ? 'reveal:hideOne' : 'reveal:showOne', { what })
  return (
    <span className="reveal">
      <span>{isShown ? as(value) || '–' : masked}</span>
      <BarredButton
        className="screen-only"
        size="small"
        variant="minimal"
        intent="primary"
        icon={isShown ? <EyeOffIcon size={14} /> : <EyeOpenIcon size={14} />}
        text={isShown && <Countdown seconds={shownSeconds} onOver={hide} />}
        title={words}
        aria-label={words}
        reason={user.interfaces.includes(reveal.interface) ? undefined : t('errors:notPermitted')}
        onClick={() => (isShown ? hide() : setAsking(true))}
      />
      <Dialog isOpen={isAsking} title={t('reveal:title', { what })} transitionDuration={100} onClose={close}>
        <WhyForm
          text={t('reveal:show')}
          notice={t('reveal:kept', { seconds: shownSeconds })}
          onSay={show}
          onCancel={close}
        />
      </Dialog>
    </span>
  )
}

/** How many seconds are left until it is over, also while nobody looks at the page. */
const Countdown = ({ seconds, onOver }: { seconds: number; onOver: () => void }) => {
  const { t } = useTranslation()
  const [left, setLeft] = useState(seconds)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    const look = () => {
      const rest = Math.ceil((end - performance.now()) / 1000)
      if (rest > 0) setLeft(rest)
      else over()
    }
    const timer = setInterval(look, 1000)
    // A browser wakes a page that is not looked at less often.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [seconds])
  return <span className="reveal-left">{t('reveal:left', { seconds: left })}</span>
}
