import { EyeOffIcon, EyeOpenIcon } from '@blueprintjs/icons'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './field.css'

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'onChange'> & {
  label: string
  error: string | undefined
  onValue: (value: string) => void
}

/** A text input with its label above and its error below. Plain HTML, so that the login page needs no Blueprint. */
export const Field = ({ label, error, onValue, end, ...input }: FieldProps & { end?: ReactNode }) => {
  const id = useId()
  const errorId = `${id}error`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? errorId : undefined}
          onChange={({ target }) => onValue(target.value)}
        />
        {end}
      </div>
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  )
}

export const PasswordField = (props: Omit<FieldProps, 'type'>) => {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const name = t(isShown ? 'session:hidePassword' : 'session:showPassword')
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <button type="button" aria-label={name} title={name} onClick={() => setShown(!isShown)}>
          {isShown ? <EyeOffIcon /> : <EyeOpenIcon />}
        </button>
      }
    />
  )
}
