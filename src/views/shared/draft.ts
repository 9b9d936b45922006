import { useState } from 'react'

// By what it is for. Outside React, because a page that is out of sight loses what stands in its dialogs, and a page that made
// room for others loses all. In memory alone: it may be about a customer.
const drafts = new Map<string, unknown>()

// The browser asks in its own words before the window goes, and all that was typed with it.
addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault()
})

/** Whether something was typed that this begins the name of, and is not sent yet. */
export const isDrafted = (name: string): boolean => [...drafts.keys()].some((one) => one.startsWith(name))

/** It was sent, or given up. */
export const dropDraft = (name: string): void => void drafts.delete(name)

/** Whoever typed them has gone. */
export const dropDrafts = (): void => drafts.clear()

/** What somebody types until it is sent or given up: it is there again wherever it is asked for by the same name. */
export const useDraft = <T>(name: string, initial: () => T) => {
  const [value, setValue] = useState(() => (drafts.get(name) as T | undefined) ?? initial())
  return {
    value,
    type: (next: T) => {
      drafts.set(name, next)
      setValue(next)
    },
    /** Begins anew. */
    drop: () => {
      dropDraft(name)
      setValue(initial())
    },
  }
}
