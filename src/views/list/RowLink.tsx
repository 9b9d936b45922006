import type { MouseEvent, ReactNode } from 'react'

export type OnOpen = (path: string, event: MouseEvent) => void

/** The link that opens a row. Plain HTML, because a page has up to 200. */
export const RowLink = ({ to, onOpen, children }: { to: string; onOpen: OnOpen; children: ReactNode }) => (
  <a href={to} onClick={(event) => onOpen(to, event)}>
    {children}
  </a>
)
