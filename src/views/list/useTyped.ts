import { useState } from 'react'

/**
 * Text typed over a value in force. It lasts until the value changes, or until it is set to undefined. A value that
 * comes of the text itself (`asks`) leaves it, because more may have been typed meanwhile.
 */
export const useTyped = <Typed>(value: string, shown: Typed, asks?: (typed: Typed) => string | undefined) => {
  const [draft, setDraft] = useState<{ of: string; typed: Typed }>()
  const isOwn = draft !== undefined && asks?.(draft.typed) === value
  if (draft && draft.of !== value) setDraft(isOwn ? { of: value, typed: draft.typed } : undefined)
  const setTyped = (typed: Typed | undefined) => setDraft(typed && { of: value, typed })
  return [draft && (draft.of === value || isOwn) ? draft.typed : shown, setTyped] as const
}
