import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '../shared/format.ts'
import type { Column } from './column.ts'

/**
 * Reads the displayed text of rows, also of those on other pages, by rendering them hidden for an instant. The caller
 * renders `offscreen`.
 */
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
          // Rendered once: no state is kept that an index could mix up.
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
