import type { MouseEvent, ReactNode } from 'react'

export type OnOpen = (path: string, event: MouseEvent) => void

/** Opens a row. Plain, because there are two hundred on a page. */
export const RowLink = ({ to, onOpen, children }: { to: string; onOpen: OnOpen; children: ReactNode }) => (
  <a href={to} onClick={(event) => onOpen(to, event)}>
    {children}
  </a>
)
