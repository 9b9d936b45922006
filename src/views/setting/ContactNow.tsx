import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { closedBecause, type ContactRules, inForceAt, localTime, zones } from '../../machines/contactRules.ts'
import type { SettingRow } from '../../services/setting.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useNow } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

/** Whether people of each time zone may be contacted at this moment, and why not. */
export const ContactNow = ({ settings }: { settings: readonly SettingRow[] }) => {
  const { t } = useTranslation()
  const now = useNow()
  const rules = inForceAt(
    settings.flatMap(({ inForce }) => inForce as unknown as ContactRules[]),
    now,
  )
  return (
    <Facts title="setting:screen.now.title">
      <div className="power-table">
        <HTMLTable compact aria-label={t('setting:screen.now.title')}>
          <thead>
            <tr>
              <th scope="col">{t('setting:screen.now.zone')}</th>
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
