import { HTMLTable } from '@blueprintjs/core'
import type { SettingKind } from '../../machines/setting.facts.ts'
import type { SettingValues } from '../../services/setting.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useFormat } from '../shared/format.ts'
import { fieldsOf, labelOf, plain, shown } from './settingFields.ts'

type VersionsProps = { kind: SettingKind; versions: readonly SettingValues[] }

/** All values of a setting with many fields, past and future: a column for each, the last first. */
export const Versions = ({ kind, versions }: VersionsProps) => {
  const format = useFormat()
  const { t } = format
  const [first, ...rest] = fieldsOf[kind]
  const newestFirst = versions.toReversed()
  return (
    <Facts title="setting:screen.versions">
      <div className="power-table">
        <HTMLTable compact aria-label={t('setting:screen.versions')}>
          <thead>
            <tr>
              <th scope="col">{t(labelOf(first!.name))}</th>
              {newestFirst.map((values) => (
                <th key={plain(values.from)} scope="col" className="one-line">
                  {shown(values.from, 'day', format)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rest.map(({ name, as }) => (
              <tr key={name}>
                <th scope="row">{t(labelOf(name))}</th>
                {newestFirst.map((values) => (
                  <td key={plain(values.from)}>{shown(values[name], as, format)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </Facts>
  )
}
