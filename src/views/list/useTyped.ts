import { useState } from 'react'

/** Text typed over a value in force. It lasts until the value changes, or until it is set to undefined. */
export const useTyped = <Typed>(value: string, shown: Typed) => {
  const [draft, setDraft] = useState<{ of: string; typed: Typed }>()
  if (draft && draft.of !== value) setDraft(undefined)
  const setTyped = (typed: Typed | undefined) => setDraft(typed && { of: value, typed })
  return [draft?.of === value ? draft.typed : shown, setTyped] as const
}
