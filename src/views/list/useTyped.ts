import { useState } from 'react'

/** What somebody types over a value that is in force: it lasts until that is another one, or it is given up with undefined. */
export const useTyped = <Typed>(value: string, shown: Typed) => {
  const [draft, setDraft] = useState<{ of: string; typed: Typed }>()
  if (draft && draft.of !== value) setDraft(undefined)
  const setTyped = (typed: Typed | undefined) => setDraft(typed && { of: value, typed })
  return [draft?.of === value ? draft.typed : shown, setTyped] as const
}
