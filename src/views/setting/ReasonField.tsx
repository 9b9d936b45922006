import { useTranslation } from 'react-i18next'
import { mostOfReason } from '../../services/setting.ts'
import { AskField } from '../detail/form/AskField.tsx'

type ReasonFieldProps = {
  reason: string
  error: string | undefined
  disabled: boolean
  onReason: (reason: string) => void
}

/** Asks why a setting should change. */
export const ReasonField = ({ reason, error, disabled, onReason }: ReasonFieldProps) => {
  const { t } = useTranslation()
  return (
    <AskField
      label={t('setting:ask.why')}
      field={{ kind: 'text', most: mostOfReason }}
      typed={reason}
      error={error}
      disabled={disabled}
      onTyped={(value) => onReason(String(value))}
    />
  )
}
