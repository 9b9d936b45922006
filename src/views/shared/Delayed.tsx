import { type ReactNode, useEffect, useState } from 'react'

const blinkMs = 200

/** Shows a waiting indicator only after 200 ms, so that a fast screen does not flash it. */
export const Delayed = ({ children }: { children: ReactNode }) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), blinkMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate && children
}
