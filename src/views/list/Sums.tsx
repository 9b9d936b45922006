import { useFormat } from '../shared/format.ts'
import type { Column } from './column.ts'

type SumsProps<Row> = {
  columns: readonly Column<Row>[]
  sums: Readonly<Record<string, number>>
  /** A locale key that names them. */
  summed?: string | undefined
  withActions: boolean
}

const withSum = <Row,>(columns: readonly Column<Row>[], sums: Readonly<Record<string, number>>) =>
  columns.filter(({ name, sum }) => sum && sums[name] !== undefined)

/** The totals over all matching rows, as the foot of a table. */
export const Sums = <Row,>({ columns, sums, summed = 'list:sum', withActions }: SumsProps<Row>) => {
  const format = useFormat()
  const [, ...others] = columns
  if (withSum(columns, sums).length === 0) return null
  return (
    <tfoot>
      <tr>
        <td className="list-check" aria-hidden />
        <th scope="row">{format.t(summed)}</th>
        {others.map(({ name, align, sum }) => (
          <td key={name} data-align={align}>
            {sum && sums[name] !== undefined && sum(sums[name], format)}
          </td>
        ))}
        {withActions && <td className="list-last" aria-hidden />}
      </tr>
    </tfoot>
  )
}

/** The totals as a line below a grid, which has no foot. */
export const SumsLine = <Row,>({ columns, sums, summed = 'list:sum' }: Omit<SumsProps<Row>, 'withActions'>) => {
  const format = useFormat()
  const shown = withSum(columns, sums)
  if (shown.length === 0) return null
  return (
    <p className="list-sums">
      {format.t(summed)}
      {shown.map(({ name, label, sum }) => (
        <span key={name}>
          {format.t(label)} <b>{sum!(sums[name]!, format)}</b>
        </span>
      ))}
    </p>
  )
}
