import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import {
  closedBecause,
  type ContactCalendar,
  type ContactRules,
  inForceAt,
  localTime,
  type Purpose,
  type Zone,
  zones,
} from '../../machines/contactRules.ts'
import type { Holidays } from '../../machines/decree.ts'
import { inRanges, type ProvinceZones } from '../../machines/provinceZones.ts'
import type { SettingKind, Values } from '../../machines/setting.facts.ts'
import type { SettingRow } from '../../services/setting.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useNow } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

const purposes: readonly Purpose[] = ['collection', 'marketing']

const inForceOf = <Of extends Values>(settings: readonly SettingRow[], kind: SettingKind, code?: string) =>
  settings
    .filter((one) => one.kind === kind && (code === undefined || one.code === code))
    .flatMap(({ inForce }) => inForce as Values[] as Of[])

/** Whether people of each time zone may be contacted at this moment, and why not. */
export const ContactNow = ({ settings }: { settings: readonly SettingRow[] }) => {
  const { t } = useTranslation()
  const now = useNow()
  const provinces = inForceAt(inForceOf<ProvinceZones>(settings, 'zones'), now)
  const calendar: ContactCalendar = {
    rules: inForceAt(inForceOf<ContactRules>(settings, 'contactRules'), now),
    holidaysOf: (year) => inForceOf<Holidays>(settings, 'holidays', year)[0]?.days,
  }
  return (
    <Facts title="setting:screen.now.title">
      <div className="power-table">
        <HTMLTable compact aria-label={t('setting:screen.now.title')}>
          <thead>
            <tr>
              <th scope="col">{t('setting:screen.now.zone')}</th>
              <th scope="col">{t('setting:screen.now.provinces')}</th>
              <th scope="col">{t('setting:screen.now.time')}</th>
              {purposes.map((purpose) => (
                <th key={purpose} scope="col">
                  {t(`setting:screen.now.${purpose}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {zones.map((zone) => (
              <tr key={zone}>
                <th scope="row">{zone}</th>
                <td>{provinces ? inRanges(provinces[zone]) : '–'}</td>
                <td>{localTime(now, zone).time}</td>
                {purposes.map((purpose) => (
                  <td key={purpose}>
                    <Allowed {...{ now, zone, calendar, purpose }} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </Facts>
  )
}

type AllowedProps = { now: number; zone: Zone; calendar: ContactCalendar; purpose: Purpose }

const Allowed = ({ now, zone, calendar, purpose }: AllowedProps) => {
  const { t } = useTranslation()
  const closed = closedBecause(now, zone, calendar, purpose)
  if (!closed) return <Tag intent="success">{t('setting:screen.now.yes')}</Tag>
  const why = t(`setting:screen.now.why.${closed.reason}`, { ...calendar.rules, ...closed })
  return t('setting:screen.now.no', { why })
}
