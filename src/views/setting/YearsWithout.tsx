import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { businessDay } from '../../machines/calendar.ts'
import type { SettingRow } from '../../services/setting.ts'
import { useNow } from '../shared/format.ts'

/** Says what a year without holidays in force means, and whether this year or the next one is such a year. */
export const YearsWithout = ({ settings }: { settings: readonly SettingRow[] }) => {
  const { t } = useTranslation()
  const year = Number(businessDay(useNow()).slice(0, 4))
  const missing = [year, year + 1]
    .map(String)
    .filter((one) => !settings.some(({ code, inForce }) => code === one && inForce.length > 0))
  return (
    <Callout compact intent={missing.includes(String(year)) ? 'danger' : missing.length > 0 ? 'warning' : 'none'}>
      {t('setting:screen.holiday.rule')}
      {missing.length > 0 && ` ${t('setting:screen.holiday.missing', { years: missing.join(', ') })}`}
    </Callout>
  )
}
