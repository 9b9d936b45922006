import { type ReactNode, useState } from 'react'

/** A lower window has room for the rows alone. */
const roomyFrom = 700

type PartProps = { title: string; closed?: true; children: ReactNode }

/** A part of a report's head that can be folded. In a low window it is at first, so that the rows are in sight. */
export const HeadPart = ({ title, closed, children }: PartProps) => {
  const [open] = useState(() => !closed && window.innerHeight >= roomyFrom)
  return (
    <details open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
