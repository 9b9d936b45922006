import { useState } from 'react'

// Drafts by name. Outside React: a hidden page unmounts its dialogs, and a page removed from the strip loses all state.
// In memory only, because a draft may hold customer data.
const drafts = new Map<string, unknown>()

// The browser asks in its own words before it closes a window with unsent drafts.
addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault()
})

/** Whether an unsent draft has a name that starts with `name`. */
export const isDrafted = (name: string): boolean => [...drafts.keys()].some((one) => one.startsWith(name))

/** Drops a draft that was sent or given up. */
export const dropDraft = (name: string): void => void drafts.delete(name)

/** Drops all drafts, before the page leaves without asking. */
export const dropDrafts = (): void => drafts.clear()

/** A value that is kept under `name` until it is sent or given up, also after the component unmounts. */
export const useDraft = <T>(name: string, initial: () => T) => {
  const [value, setValue] = useState(() => (drafts.get(name) as T | undefined) ?? initial())
  return {
    value,
    type: (next: T) => {
      drafts.set(name, next)
      setValue(next)
    },
    /** Drops the draft and returns to the initial value. */
    drop: () => {
      dropDraft(name)
      setValue(initial())
    },
  }
}
