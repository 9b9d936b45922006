import { useFormat } from '../shared/format.ts'
import type { Column } from './column.ts'

type SumsProps<Row> = {
  columns: readonly Column<Row>[]
  sums: Readonly<Record<string, number>>
  withActions: boolean
}

/** What all rows that match add up to, below the columns that can be added up. */
export const Sums = <Row,>({ columns, sums, withActions }: SumsProps<Row>) => {
  const format = useFormat()
  const [, ...others] = columns
  if (!columns.some(({ name, sum }) => sum && sums[name] !== undefined)) return null
  return (
    <tfoot>
      <tr>
        <td className="list-check" aria-hidden />
        <th scope="row">{format.t('list:sum')}</th>
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
