import { EyeOffIcon, EyeOpenIcon } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import type { RecoveryCase } from '../../services/recoveryCase.ts'
import { revealPhone } from '../../services/recoveryCase.ts'
import { useRefusal } from '../detail/command/refusal.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { Countdown, shownSeconds } from '../detail/record/Countdown.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { isForPage, useKeys } from '../shared/keys.ts'
import { showError } from '../shared/toast.ts'
import '../detail/record/reveal.css'

/** The customer's number, which the holder shows without a reason, also by the key N. */
export const HolderPhone = ({ row: { orderNo, phone } }: { row: RecoveryCase }) => {
  const { t } = useFormat()
  const { client } = useConsole()
  const refusal = useRefusal('recoveryCase')
  const [shown, setShown] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const hide = () => setShown(undefined)
  // A hidden page keeps its state (`Activity`) but runs the cleanup, which masks the number again.
  useEffect(() => () => setShown(undefined), [])
  const show = async () => {
    if (isAsked) return
    setAsked(true)
    try {
      setShown((await client.call(revealPhone, { orderNo })).phone)
    } catch (error) {
      refusal.toast(error, orderNo, showError)
    } finally {
      setAsked(false)
    }
  }
  const change = () => (shown === undefined ? void show() : hide())
  useKeys((event) => {
    if (event.key.toLowerCase() !== 'n' || !isForPage(event)) return false
    change()
    return true
  })
  const words = t(shown === undefined ? 'reveal:showOne' : 'reveal:hideOne', { what: t('reveal:field.phone') })
  return (
    <span className="reveal">
      <span>{shown ?? phone}</span>
      <BarredButton
        className="screen-only"
        size="small"
        variant="minimal"
        intent="primary"
        icon={shown === undefined ? <EyeOpenIcon size={14} /> : <EyeOffIcon size={14} />}
        text={shown !== undefined && <Countdown seconds={shownSeconds} onOver={hide} />}
        title={`${words} (N)`}
        aria-label={words}
        loading={isAsked}
        onClick={change}
      />
    </span>
  )
}
