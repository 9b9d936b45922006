import { HTMLTable, type Intent } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { businessDay } from '../../machines/calendar.ts'
import { to } from '../../machines/paths.ts'
import type { SettingKind } from '../../machines/setting.facts.ts'
import type { SettingRow } from '../../services/setting.ts'
import { type Format, useFormat, useNow } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { codeOf, fieldsOf, labelOf, listed, plain, shown } from './settingFields.ts'

const intents: Partial<Record<SettingRow['state'], Intent>> = {
  inForce: 'success',
  proposed: 'primary',
  changing: 'primary',
}

export const SettingState = ({ state }: Pick<SettingRow, 'state'>) => {
  const { t } = useTranslation()
  return <Tag intent={intents[state] ?? 'none'}>{t(`setting:state.${state}`)}</Tag>
}

export const settingPath = (kind: string, code: string) => `${to.setting()}?${new URLSearchParams({ kind, code })}`

/** The values in force today; a rate can also have future ones. */
const holdingOn = ({ inForce }: SettingRow, today: string) =>
  inForce.findLast(({ from }) => from === undefined || plain(from) <= today)

export const whoAt = ({ t, instant }: Format, { name }: { name: string }, at: number) =>
  t('setting:screen.byAt', { name, at: instant(at) })

type SettingTableProps = { kind: SettingKind; settings: readonly SettingRow[]; chosen: SettingRow | undefined }

/** The settings of a kind: the values in force today, and whether a proposal is pending. */
export const SettingTable = ({ kind, settings, chosen }: SettingTableProps) => {
  const format = useFormat()
  const { t } = format
  const today = businessDay(useNow())
  if (settings.length === 0) return <p className="quiet">{t('setting:screen.none')}</p>
  const columns = fieldsOf[kind].filter(({ name }) => listed[kind].includes(name))
  return (
    <div className="power-table">
      <HTMLTable compact aria-label={t(`setting:screen.kind.${kind}`)}>
        <thead>
          <tr>
            <th scope="col">{t(codeOf(kind))}</th>
            <th scope="col">{t('setting:screen.state')}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {t(labelOf(name))}
              </th>
            ))}
            <th scope="col">{t('setting:screen.confirmedBy')}</th>
          </tr>
        </thead>
        <tbody>
          {settings.map((one) => {
            const values = holdingOn(one, today)
            return (
              <tr key={one.code} aria-current={one === chosen || undefined}>
                <th scope="row">
                  <Link to={settingPath(kind, one.code)}>{one.code}</Link>
                </th>
                <td>
                  <SettingState state={one.state} />
                </td>
                {columns.map(({ name, as }) => (
                  <td key={name} className={as === 'day' ? 'one-line' : undefined}>
                    {(values && shown(values[name], as, format)) || '–'}
                  </td>
                ))}
                <td className="who-at">{one.confirmed ? whoAt(format, one.confirmed.by, one.confirmed.at) : '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </HTMLTable>
    </div>
  )
}
