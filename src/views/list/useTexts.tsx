import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '../shared/format.ts'
import type { Column } from './column.ts'

/** Reads what rows show, also those that are on another page: they are drawn out of sight for an instant. `offscreen` is to be rendered. */
export const useTexts = <Row,>(columns: readonly Column<Row>[]) => {
  const [rows, setRows] = useState<readonly Row[]>([])
  const format = useFormat()
  const drawn = useRef<HTMLTableElement>(null)

  const textsOf = (wanted: readonly Row[]): string[][] => {
    flushSync(() => setRows(wanted))
    const texts = [...(drawn.current?.rows ?? [])].map(({ cells }) =>
      [...cells].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()),
    )
    flushSync(() => setRows([]))
    return texts
  }

  const offscreen: ReactNode = rows.length > 0 && (
    <table ref={drawn} hidden>
      <tbody>
        {rows.map((row, index) => (
          // Drawn once and gone: nothing is kept of a row that an index could mistake.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            {columns.map(({ name, cell }) => (
              <td key={name}>{cell(row, format)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return { textsOf, offscreen }
}
