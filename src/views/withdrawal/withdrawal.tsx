import { useTranslation } from 'react-i18next'
import { NewRecord } from '../detail/command/NewRecord.tsx'
import { Alarms } from '../payout/Alarms.tsx'
import type { Screen } from '../shared/screens.ts'
import { newField, withdrawals } from './subject.ts'
import { Withdrawals } from './withdrawals.tsx'

/**
 * Withdrawals from the lender's own accounts: the list, the form for a new one, and the alarms on what providers
 * reported.
 */
const ConfigTools = () => {
  const { t } = useTranslation()
  return (
    <div className="list-page">
      <Alarms />
      <NewRecord process={withdrawals} name={t('withdrawal:title')} field={newField} />
      <Withdrawals />
    </div>
  )
}

export const screen: Screen = Object.assign(ConfigTools, { prefetch: Withdrawals.prefetch! })
