import { HTMLTable } from '@blueprintjs/core'
import { Link, useSearchParams } from 'react-router-dom'
import type { Filter } from '../../machines/list.ts'
import { ages, rolledTo } from '../../machines/loan.course.ts'
import { to } from '../../machines/paths.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { rollColumns } from '../../services/report.columns.ts'
import { overdueMonitoringTotal, rollMatrix } from '../../services/report.ts'
import { ExportButton } from '../jobs/ExportButton.tsx'
import { useConsole } from '../shared/console.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { opened } from './Figure.tsx'
import { useStanding } from './useStanding.ts'

type Rolls = DataOf<typeof rollMatrix>
type Cell = Rolls['cells'][number]

const nobody = () => {}

/** What became of the outstanding principal of each age in a month: a row an age at its beginning, a column one at its end. */
export const RollMatrix = ({ filter }: { filter: Filter }) => {
  const { t, ...format } = useFormat()
  const rolls = useStanding(rollMatrix, filter, nobody)
  if (!rolls) return null
  const [from, until] = [dayIn(rolls.from, { t, ...format }), dayIn(rolls.to, { t, ...format })]
  return (
    <div className="report-sums">
      <p>{t('report:rolls.definition', { from, to: until })}</p>
      <ExportButton list={rollMatrix.id} filter={filter} columns={Object.keys(rollColumns)} />
      <HTMLTable compact aria-label={t('report:rolls.title')}>
        <thead>
          <tr>
            <th scope="col">{from}</th>
            {rolledTo.map((age) => (
              <th key={age} scope="col">
                {t(`order:age.${age}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ages.map((before) => (
            <tr key={before}>
              <th scope="row">{t(`order:age.${before}`)}</th>
              {rolledTo.map((after) => (
                <td key={after}>
                  <Rolled rolls={rolls} before={before} after={after} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}

/** The principal of a cell, which opens its loans, and its share of the row. */
const Rolled = ({ rolls, before, after }: { rolls: Rolls } & Pick<Cell, 'before' | 'after'>) => {
  const { money, rate } = useFormat()
  const { user } = useConsole()
  const [params] = useSearchParams()
  const cell = rolls.cells.find((one) => one.before === before && one.after === after)
  if (!cell) return '–'
  const chosen = overdueMonitoringTotal.filters.flatMap((name) => {
    const value = params.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const wanted = { ...Object.fromEntries(chosen), balance: `${rolls.to}..${rolls.to}`, age: after, ageBefore: before }
  const shown = money(cell.principal)
  return (
    <>
      {opened(user).has('orderList') ? (
        <Link to={`${to.orderList()}?${new URLSearchParams(wanted)}`}>{shown}</Link>
      ) : (
        shown
      )}{' '}
      <small>{rate(cell.share)}</small>
    </>
  )
}
