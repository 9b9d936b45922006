import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { closedBecause, type ContactRules, inForceAt, localTime, zones } from '../../machines/contactRules.ts'
import { inRanges, type ProvinceZones } from '../../machines/provinceZones.ts'
import type { SettingKind, Values } from '../../machines/setting.facts.ts'
import type { SettingRow } from '../../services/setting.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useNow } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

const inForceOf = <Of extends Values>(settings: readonly SettingRow[], kind: SettingKind) =>
  settings.filter((one) => one.kind === kind).flatMap(({ inForce }) => inForce as Values[] as Of[])

/** Whether people of each time zone may be contacted at this moment, and why not. */
export const ContactNow = ({ settings }: { settings: readonly SettingRow[] }) => {
  const { t } = useTranslation()
  const now = useNow()
  const rules = inForceAt(inForceOf<ContactRules>(settings, 'contactRules'), now)
  const provinces = inForceAt(inForceOf<ProvinceZones>(settings, 'zones'), now)
  return (
    <Facts title="setting:screen.now.title">
      <div className="power-table">
        <HTMLTable compact aria-label={t('setting:screen.now.title')}>
          <thead>
            <tr>
              <th scope="col">{t('setting:screen.now.zone')}</th>
              <th scope="col">{t('setting:screen.now.provinces')}</th>
              <th scope="col">{t('setting:screen.now.time')}</th>
              <th scope="col">{t('setting:screen.now.allowed')}</th>
            </tr>
          </thead>
          <tbody>
            {zones.map((zone) => {
              const why = closedBecause(now, zone, rules)
              return (
                <tr key={zone}>
                  <th scope="row">{zone}</th>
                  <td>{provinces ? inRanges(provinces[zone]) : '–'}</td>
                  <td>{localTime(now, zone).time}</td>
                  <td>
                    {why ? (
                      t('setting:screen.now.no', { why: t(`setting:screen.now.why.${why}`, { ...rules }) })
                    ) : (
                      <Tag intent="success">{t('setting:screen.now.yes')}</Tag>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </HTMLTable>
      </div>
    </Facts>
  )
}
