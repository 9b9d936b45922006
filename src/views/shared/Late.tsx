import { type ReactNode, useEffect, useState } from 'react'

const blinkMs = 200

/** What says that something is awaited, once that takes longer than a blink: a screen that is there at once should not flash. */
export const Late = ({ children }: { children: ReactNode }) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), blinkMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate && children
}
