import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { preload } from '../screens.ts'

type RowLinkProps = {
  to: string
  /** The screen that it opens, fetched before it is asked for. */
  opens: string
  onOpen: (path: string) => void
  children: ReactNode
}

/** Opens a row. */
export const RowLink = ({ to, opens, onOpen, children }: RowLinkProps) => {
  const near = () => preload(opens)
  return (
    <Link to={to} onMouseEnter={near} onFocus={near} onClick={() => onOpen(to)}>
      {children}
    </Link>
  )
}
