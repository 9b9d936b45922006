import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { BulkFacts, Decided } from '../../services/bulkFacts.ts'
import type { Cell, ListColumn } from '../../services/columns.ts'
import { About } from '../detail/command/About.tsx'
import { contentOf } from '../shared/content.tsx'
import { type Format, useFormat } from '../shared/format.ts'

type BulkAboutProps = { decided: Decided<never>; facts: BulkFacts }

/** What a bulk command decides on: how many rows, their sums, what they have in common, and the rows if they are few. */
export const BulkAbout = ({ decided: { amounts, shared, each }, facts }: BulkAboutProps) => {
  const format = useFormat()
  const inCommon = ([name, column]: [string, ListColumn<never>]) => {
    const { different, one } = facts.shared[name]!
    return [
      column.head,
      different > 1 ? format.t('bulk:different', { number: format.number(different) }) : shown(column, one, format),
    ]
  }
  return (
    <>
      <About
        facts={{
          'bulk:rows': format.number(facts.rows),
          ...Object.fromEntries(
            Object.entries(amounts).flatMap(([name, { head }]) => {
              const sum = facts.amounts[name]
              return sum === undefined ? [] : [[head, format.sen(sum)]]
            }),
          ),
          ...Object.fromEntries(Object.entries(shared).map(inCommon)),
        }}
      />
      {facts.few.length > 0 && <FewRows columns={{ ...each, ...amounts }} rows={facts.few} />}
    </>
  )
}

type FewRowsProps = { columns: Decided<never>['each']; rows: BulkFacts['few'] }

const FewRows = ({ columns, rows }: FewRowsProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  // A column that is empty in all rows says nothing.
  const told = Object.entries(columns).filter(([name]) => rows.some((row) => (row[name] ?? '') !== ''))
  return (
    <div className="bulk-results">
      <HTMLTable compact aria-label={t('bulk:rows')}>
        <thead>
          <tr>
            {told.map(([name, { head, kind }]) => (
              <th key={name} scope="col" data-align={alignOf(kind)}>
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, nth) => (
            // Masked rows can look the same, and they keep their places.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={nth}>
              {told.map(([name, column]) => (
                <td key={name} data-align={alignOf(column.kind)}>
                  {shown(column, row[name] ?? null, format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}

const alignOf = (kind: ListColumn<never>['kind']) => (kind === 'money' ? 'right' : undefined)

// A bank's amounts may have sen.
const shown = (column: ListColumn<never>, cell: Cell, format: Format) =>
  column.kind === 'money' && cell !== null ? format.sen(Number(cell)) : contentOf(column.kind, cell, format)
