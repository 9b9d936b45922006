import { Radio, RadioGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConsole } from '../shared/console.ts'
import { PasswordField } from '../shared/Field.tsx'

export type Way = { by: 'link' | 'password'; password: string }

/** A link where the server issues links. */
export const useWay = () => {
  const { user } = useConsole()
  return useState<Way>({ by: user.bare ? 'password' : 'link', password: '' })
}

type PasswordOrLinkProps = { way: Way; error: string | undefined; disabled: boolean; onWay: (way: Way) => void }

/** How an account gets its password: its owner sets it through a one-time link, or an administrator types it here. */
export const PasswordOrLink = ({ way, error, disabled, onWay }: PasswordOrLinkProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  return (
    <>
      {!user.bare && (
        <RadioGroup
          label={t('access:howToLogIn')}
          selectedValue={way.by}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) => onWay({ ...way, by: value as Way['by'] })}
        >
          <Radio value="link" label={t('access:byLink')} />
          <Radio value="password" label={t('access:byPassword')} />
        </RadioGroup>
      )}
      <p className="quiet">{t(way.by === 'link' ? 'access:byLinkText' : 'access:byPasswordText')}</p>
      {way.by === 'password' && (
        <PasswordField
          label={t('access:password')}
          error={error}
          autoComplete="new-password"
          value={way.password}
          readOnly={disabled}
          onValue={(password) => onWay({ ...way, password })}
        />
      )}
    </>
  )
}
