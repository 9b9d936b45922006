import { Radio, RadioGroup } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../shared/Field.tsx'

export type Way = { by: 'link' | 'password'; password: string }

type PasswordOrLinkProps = { way: Way; error: string | undefined; disabled: boolean; onWay: (way: Way) => void }

/** How an account gets its password: its owner sets it through a one-time link, or an administrator types it here. */
export const PasswordOrLink = ({ way, error, disabled, onWay }: PasswordOrLinkProps) => {
  const { t } = useTranslation()
  return (
    <>
      <RadioGroup
        label={t('access:howToLogIn')}
        selectedValue={way.by}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => onWay({ ...way, by: value as Way['by'] })}
      >
        <Radio value="link" label={t('access:byLink')} />
        <Radio value="password" label={t('access:byPassword')} />
      </RadioGroup>
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
