import { Classes } from '@blueprintjs/core'

const rows = [1, 2, 3, 4, 5, 6, 7, 8]

/** Placeholder rows while a page loads. */
export const Skeleton = ({ columns }: { columns: readonly string[] }) =>
  rows.map((row) => (
    <tr key={row} aria-hidden>
      <td className="list-check" aria-hidden />
      {columns.map((name) => (
        <td key={name}>
          <span className={Classes.SKELETON}>{'0'.repeat(10)}</span>
        </td>
      ))}
    </tr>
  ))
