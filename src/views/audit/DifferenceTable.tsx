import { HTMLTable } from '@blueprintjs/core'
import type { Difference, Entry } from '../../services/audit.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { type Format, useFormat } from '../shared/format.ts'
import { labelOf, valueIn } from './differences.ts'
import './audit.css'

/** The old and new values of a record; for a list its removed and added items. */
export const DifferenceTable = ({ kind, entry: { names, changes: of } }: { kind: string; entry: Entry }) => {
  const format = useFormat()
  const { t } = format
  const valuesIn = (values: Difference['before'], path: readonly string[]) =>
    values.map((value) => valueIn(value, path, names, format)).join(', ') || '–'
  return (
    <div className="changes audit-changes">
      <Facts title="detail:changes">
        {of.length === 0 ? (
          <p className="quiet">{t('audit:unchanged')}</p>
        ) : (
          <HTMLTable compact aria-label={t('detail:changes')}>
            <thead>
              <tr>
                <th scope="col">{t('detail:field')}</th>
                <th scope="col">{t('detail:before')}</th>
                <th scope="col">{t('detail:after')}</th>
              </tr>
            </thead>
            <tbody>
              {of.map(({ path, list, before, after }) => (
                <tr key={path.join('\n')}>
                  <th scope="row">{labelOf(path, kind, t)}</th>
                  <td>
                    {list ? changed('audit:taken', valuesIn(before, path), before, format) : valuesIn(before, path)}
                  </td>
                  <td>
                    {list ? changed('audit:granted', valuesIn(after, path), after, format) : valuesIn(after, path)}
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        )}
      </Facts>
    </div>
  )
}

const changed = (words: string, values: string, those: Difference['before'], { t }: Format) =>
  those.length === 0 ? '–' : t(words, { values })
