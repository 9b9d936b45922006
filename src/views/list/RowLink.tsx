import type { MouseEvent, ReactNode } from 'react'

export type OnOpen = (path: string, event: MouseEvent) => void

type RowLinkProps = { to: string | undefined; onOpen: OnOpen; children: ReactNode }

/**
 * The link that opens a row, or its text where that page is not open to this person: J and K stop there too. Plain HTML,
 * because a page has up to 200.
 */
export const RowLink = ({ to, onOpen, children }: RowLinkProps) =>
  to === undefined ? (
    <span tabIndex={-1}>{children}</span>
  ) : (
    <a href={to} onClick={(event) => onOpen(to, event)}>
      {children}
    </a>
  )
