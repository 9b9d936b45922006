import { memo } from 'react'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import type { Format } from '../shared/format.ts'
import { LeftBy } from './LeftBy.tsx'
import { RowCheck } from './RowCheck.tsx'
import { RowLink } from './RowLink.tsx'
import type { RowsShown } from './rowsShown.ts'

type TableRowProps<Row> = Pick<RowsShown<Row>, 'columns' | 'linkOf' | 'onOpen' | 'subjectOf' | 'actions' | 'onAsk'> & {
  row: Row
  name: string
  /** The label of its checkbox. */
  label: string
  selected: boolean
  /** The new state of a row that has left the list, as a locale key. */
  became: string | undefined
  isVoid: boolean
  onToggle: (name: string, through: boolean) => void
  format: Format
}

const Row = <Row,>(props: TableRowProps<Row>) => {
  const { row, name, label, columns, linkOf, onOpen, subjectOf, actions, onAsk, selected, became, onToggle, format } =
    props
  const { isVoid } = props
  const [first, ...others] = columns
  return (
    <tr
      data-row={name}
      data-selected={selected || undefined}
      data-left={became && true}
      data-void={isVoid || undefined}
    >
      <td className="list-check">
        <RowCheck
          label={label}
          checked={selected}
          disabled={became !== undefined}
          onToggle={(through) => onToggle(name, through)}
        />
      </td>
      <th scope="row">
        <RowLink to={linkOf(row)} onOpen={onOpen}>
          {first?.cell(row, format)}
        </RowLink>
        {became && !actions && <LeftBy words={became} format={format} />}
      </th>
      {others.map((column) => (
        <td key={column.name} data-align={column.align}>
          {column.cell(row, format) ?? '–'}
        </td>
      ))}
      {actions && subjectOf && (
        <td className="list-last">
          <div className="list-actions">
            {became ? (
              <LeftBy words={became} format={format} />
            ) : (
              <OfferButtons subject={subjectOf(row)} only={actions} small most={1} onAsk={() => onAsk(row)} />
            )}
          </div>
        </td>
      )}
    </tr>
  )
}

/** Memoised: in a live list usually one row changes at a time. */
export const TableRow = memo(Row) as typeof Row
