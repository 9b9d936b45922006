import { Card } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { changePassword } from '../../services/user.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useConsole } from '../shared/console.ts'
import { PasswordField } from '../shared/Field.tsx'
import { issuesOf, refusalOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'
import './changePassword.css'

const shortest = 12
const fields = ['old_password', 'new_password', 'repeat'] as const

type Values = Record<(typeof fields)[number], string>
type Errors = Partial<Values>

const ChangePassword = () => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const navigate = useNavigate()
  const [values, setValues] = useState<Values>({ old_password: '', new_password: '', repeat: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string>()
  const [pending, setPending] = useState(false)

  const save = async () => {
    setPending(true)
    try {
      const { old_password, new_password } = values
      await client.call(changePassword, { old_password, new_password })
      showSuccess(t('shell:password.changed'))
      await navigate(to.root())
    } catch (error) {
      const issues = issuesOf(error)
      setErrors(Object.fromEntries(issues.map(({ field, message }) => [field, message])))
      setRefusal(issues.length > 0 ? undefined : refusalOf(error, t('shell:password.failed')))
    } finally {
      setPending(false)
    }
  }

  const submit = () => {
    const found = wrong(values, t)
    setErrors(found)
    setRefusal(undefined)
    if (Object.keys(found).length === 0 && !pending) void save()
  }

  return (
    <Card className="change-password">
      <h1>{t('routes:changePassword')}</h1>
      <p>{t('shell:password.intro')}</p>
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      <Form onSubmit={submit}>
        {fields.map((name) => (
          <PasswordField
            key={name}
            label={t(`shell:password.${name}`)}
            error={errors[name]}
            name={name}
            autoComplete={name === 'old_password' ? 'current-password' : 'new-password'}
            readOnly={pending}
            value={values[name]}
            onValue={(value) => {
              setValues({ ...values, [name]: value })
              setErrors({ ...errors, [name]: undefined })
            }}
          />
        ))}
        <SendButton type="submit" intent="primary" loading={pending} text={t('common:save')} />
      </Form>
    </Card>
  )
}

export { ChangePassword as screen }

const wrong = ({ old_password, new_password, repeat }: Values, t: (key: string) => string): Errors => ({
  ...(old_password === '' && { old_password: t('errors:field.required') }),
  ...(new_password.length < shortest && { new_password: t('errors:field.passwordShort') }),
  ...(repeat !== new_password && { repeat: t('shell:password.different') }),
})
