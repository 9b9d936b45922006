import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router-dom'
import { useApp } from '../shared/app.ts'
import { LanguagePicker } from '../shared/LanguagePicker.tsx'
import { Logo } from '../shared/Logo.tsx'
import { LoginForm } from './LoginForm.tsx'
import './login.css'

export const Login = () => {
  const { t } = useTranslation()
  const { session } = useApp()
  const { revalidate } = useRevalidator()
  const error = useSelector(session, ({ context }) => context.error)
  const pending = useSelector(session, (snapshot) => !snapshot.matches('anonymous'))
  const active = useSelector(session, (snapshot) => snapshot.matches('active'))

  // The loader of this route redirects a user who is logged in.
  useEffect(() => {
    if (active) void revalidate()
  }, [active, revalidate])

  return (
    <main className="login">
      <title>{`${t('routes:login')} · Loket`}</title>
      <div className="login-card">
        <header>
          <Logo size={40} />
          <div>
            <h1>{t('session:title')}</h1>
            <p>{t('session:about')}</p>
          </div>
        </header>
        <LoginForm
          submit={t('session:logIn')}
          pending={pending}
          error={error}
          onSubmit={(credentials) => session.send({ type: 'loginSubmitted', ...credentials })}
        />
      </div>
      <LanguagePicker />
    </main>
  )
}
