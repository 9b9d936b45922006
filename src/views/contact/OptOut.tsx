import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { optOut } from '../../services/contact.ts'
import { isLanguage } from '../../services/user.ts'
import { useApp } from '../shared/app.ts'
import { LanguagePicker } from '../shared/LanguagePicker.tsx'
import { refusalOf } from '../shared/refusal.ts'
import '../session/login.css'

const languageLength = 2

/** The target of the link that a marketing message has: its receiver ends these messages, without a login. */
export const OptOut = () => {
  const { t } = useTranslation()
  const { shell } = useApp()
  const hash = useLocation().hash.slice(1)
  const language = hash.slice(0, languageLength)
  const token = hash.slice(languageLength)
  useEffect(() => {
    if (isLanguage(language)) shell.send({ type: 'languageKnown', language })
  }, [shell, language])
  return (
    <main className="login">
      <title>{t('routes:optOut')}</title>
      <div className="login-card">
        <header>
          <h1>{t('routes:optOut')}</h1>
        </header>
        {token ? <Confirm key={token} token={token} /> : <p role="alert">{t('session:optOut.noToken')}</p>}
      </div>
      <LanguagePicker />
    </main>
  )
}

// Nothing happens by opening the link: programs that preview a message open it as well.
const Confirm = ({ token }: { token: string }) => {
  const { t } = useTranslation()
  const { client } = useApp()
  const [state, setState] = useState<'asked' | 'pending' | 'done'>('asked')
  const [refusal, setRefusal] = useState<string>()
  const stop = async () => {
    setState('pending')
    setRefusal(undefined)
    try {
      await client.call(optOut, { token })
      setState('done')
    } catch (error) {
      setRefusal(refusalOf(error, t('errors:optOutLink')) ?? t('common:noAnswer'))
      setState('asked')
    }
  }
  if (state === 'done') return <output>{t('session:optOut.done')}</output>
  return (
    <div className="opt-out">
      <p>{t('session:optOut.ask')}</p>
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      <button
        type="button"
        className="button button-primary"
        disabled={state === 'pending'}
        aria-busy={state === 'pending'}
        onClick={() => void stop()}
      >
        {t('session:optOut.stop')}
      </button>
    </div>
  )
}
