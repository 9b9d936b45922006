import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useHandOver } from '../detail/rows.ts'
import { preload } from '../screens.ts'

type RowLinkProps = {
  to: string
  /** The screen that it opens, fetched before it is asked for. */
  opens: string
  /** Where all rows of the page lead, so that one can go on from one to the next. */
  paths: readonly string[]
  children: ReactNode
}

/** Opens a row. */
export const RowLink = ({ to, opens, paths, children }: RowLinkProps) => {
  const handOver = useHandOver()
  const near = () => preload(opens)
  return (
    <Link to={to} onMouseEnter={near} onFocus={near} onClick={() => handOver(to, paths)}>
      {children}
    </Link>
  )
}
