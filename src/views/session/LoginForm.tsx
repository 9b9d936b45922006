import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Credentials, verificationFailed } from '../../machines/session.ts'
import { Form } from '../detail/form/Form.tsx'
import { Field, PasswordField } from '../shared/Field.tsx'

type LoginFormProps = {
  /** The email of the only user whose login is accepted. */
  of?: string
  submit: string
  pending: boolean
  error: Error | undefined
  onSubmit: (credentials: Credentials) => void
}

/** E-mail and password, below the server's refusal. */
export const LoginForm = ({ of, submit, pending, error, onSubmit }: LoginFormProps) => {
  const { t } = useTranslation()
  const [email, setEmail] = useState(of ?? '')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const refusal = useRefusal(error)
  const missing = (value: string) => (isTried && !value.trim() ? t('errors:field.required') : undefined)

  const handle = () => {
    setTried(true)
    if (email.trim() && password && !pending) onSubmit({ email, password })
  }

  return (
    <Form className="login-form" onSubmit={handle}>
      {refusal && !pending && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      <Field
        label={t('session:email')}
        error={missing(email)}
        type="email"
        name="email"
        autoComplete="username"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose
        autoFocus={!of}
        value={email}
        onValue={setEmail}
        readOnly={pending || Boolean(of)}
      />
      <PasswordField
        label={t('session:password')}
        error={missing(password)}
        name="password"
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- nothing else is asked then
        autoFocus={Boolean(of)}
        value={password}
        onValue={setPassword}
        readOnly={pending}
      />
      <button type="submit" className="button button-primary" disabled={pending} aria-busy={pending}>
        {submit}
      </button>
    </Form>
  )
}

const useRefusal = (error: Error | undefined): string | undefined => {
  const { t } = useTranslation()
  if (!error) return undefined
  return error.message === verificationFailed ? t('session:verificationFailed') : error.message
}
