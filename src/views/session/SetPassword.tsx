import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { lookAtLink, takeLink } from '../../services/account.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { Form } from '../detail/form/Form.tsx'
import { useApp } from '../shared/app.ts'
import { PasswordField } from '../shared/Field.tsx'
import { useFormat } from '../shared/format.ts'
import { LanguagePicker } from '../shared/LanguagePicker.tsx'
import { Logo } from '../shared/Logo.tsx'
import { issuesOf, refusalOf } from '../shared/refusal.ts'
import './login.css'

type LinkOwner = DataOf<typeof lookAtLink>

/** The target of a one-time link: its holder chooses the password of the link's account. */
export const SetPassword = () => {
  const { t } = useTranslation()
  const token = useLocation().hash.slice(1)
  return (
    <main className="login">
      <title>{`${t('routes:setPassword')} · Loket`}</title>
      <div className="login-card">
        <header>
          <Logo size={40} />
          <h1>{t('routes:setPassword')}</h1>
        </header>
        {token ? <Linked key={token} token={token} /> : <Refusal text={t('access:set.noToken')} />}
      </div>
      <LanguagePicker />
    </main>
  )
}

const Linked = ({ token }: { token: string }) => {
  const { t } = useTranslation()
  const { client } = useApp()
  const [owner, setOwner] = useState<LinkOwner>()
  const [refusal, setRefusal] = useState<string>()
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    let gone = false
    client.call(lookAtLink, { token }).then(
      (found) => gone || setOwner(found),
      (error: unknown) => gone || setRefusal(refusalOf(error, t('errors:linkOver')) ?? t('common:noAnswer')),
    )
    return () => {
      gone = true
    }
  }, [client, token, t])

  if (isSet && owner)
    return (
      <>
        <output>{t('access:set.done', { email: owner.email })}</output>
        <ToLogin />
      </>
    )
  if (refusal !== undefined) return <Refusal text={refusal} />
  if (!owner) return <p>{t('common:loading')}</p>
  return <Choose token={token} owner={owner} onSet={() => setIsSet(true)} />
}

const Refusal = ({ text }: { text: string }) => (
  <>
    <p className="refusal" role="alert">
      {text}
    </p>
    <ToLogin />
  </>
)

const ToLogin = () => {
  const { t } = useTranslation()
  return (
    <p>
      <Link to={to.login()}>{t('access:set.toLogin')}</Link>
    </p>
  )
}

const shortest = 12

const Choose = ({ token, owner, onSet }: { token: string; owner: LinkOwner; onSet: () => void }) => {
  const { t } = useTranslation()
  const { client } = useApp()
  const { instant } = useFormat()
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [errors, setErrors] = useState<{ password?: string; repeat?: string }>({})
  const [refusal, setRefusal] = useState<string>()
  const [pending, setPending] = useState(false)

  const save = async () => {
    setPending(true)
    try {
      await client.call(takeLink, { token, new_password: password })
      onSet()
    } catch (error) {
      const [issue] = issuesOf(error)
      if (issue) setErrors({ password: issue.message })
      else setRefusal(refusalOf(error, t('errors:linkOver')) ?? t('common:noAnswer'))
    } finally {
      setPending(false)
    }
  }
  const submit = () => {
    const wrong = {
      ...(password.length < shortest && { password: t('errors:field.passwordShort') }),
      ...(repeat !== password && { repeat: t('shell:password.different') }),
    }
    setErrors(wrong)
    setRefusal(undefined)
    if (Object.keys(wrong).length === 0 && !pending) void save()
  }
  return (
    <Form className="login-form" onSubmit={submit}>
      <p>{t('access:set.intro', { email: owner.email, until: instant(owner.until) })}</p>
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      {/* Password managers store a password under this user name. */}
      <input type="hidden" name="email" autoComplete="username" value={owner.email} readOnly />
      <PasswordField
        label={t('access:set.new')}
        error={errors.password}
        autoComplete="new-password"
        value={password}
        readOnly={pending}
        onValue={setPassword}
      />
      <PasswordField
        label={t('access:set.repeat')}
        error={errors.repeat}
        autoComplete="new-password"
        value={repeat}
        readOnly={pending}
        onValue={setRepeat}
      />
      <button type="submit" className="button button-primary" disabled={pending} aria-busy={pending}>
        {t('access:set.save')}
      </button>
    </Form>
  )
}
