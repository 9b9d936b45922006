import { useEffect, useState } from 'react'
import type { DataOf } from '../../services/endpoint.ts'
import { check } from '../../services/risk.ts'
import { useConsole } from '../shared/console.ts'

type Checked = DataOf<typeof check> & { expression: string }

const restMs = 250

/** What the server says of an expression once typing rests; undefined until it has said so of this one. */
export const useChecked = (expression: string): Checked | undefined => {
  const { client } = useConsole()
  const [checked, setChecked] = useState<Checked>()
  useEffect(() => {
    const gone = new AbortController()
    const ask = async () => {
      try {
        const data = await client.call(check, { expression }, { signal: gone.signal })
        if (!gone.signal.aborted) setChecked({ ...data, expression })
      } catch {
        // It is checked again when it is saved.
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
