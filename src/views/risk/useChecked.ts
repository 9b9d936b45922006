import { useEffect, useState } from 'react'
import type { DataOf } from '../../services/endpoint.ts'
import { check } from '../../services/risk.ts'
import { useConsole } from '../shared/console.ts'

type Checked = DataOf<typeof check> & { expression: string }

const restMs = 250
export const isBlank = (expression: string) => expression.trim() === ''

/** The server's check of an expression, 250 ms after the last key; undefined until this expression is checked, and for a blank one. */
export const useChecked = (expression: string): Checked | undefined => {
  const { client } = useConsole()
  const [checked, setChecked] = useState<Checked>()
  useEffect(() => {
    if (isBlank(expression)) return undefined
    const gone = new AbortController()
    const ask = async () => {
      try {
        const data = await client.call(check, { expression }, { signal: gone.signal })
        if (!gone.signal.aborted) setChecked({ ...data, expression })
      } catch {
        // A failed check is harmless: the save checks again.
      }
    }
    const timer = setTimeout(() => void ask(), restMs)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [client, expression])
  return checked?.expression === expression ? checked : undefined
}
