import { useState } from 'react'
import type { RuleContent } from '../../machines/rules.ts'
import type { RuleVersion } from '../../services/risk.ts'
import { dropDraft, useDraft } from '../shared/draft.ts'

type Typed = { on: number; title: string; content: RuleContent }

/** The edits of a draft and the version that they started from, until they are saved or dropped. */
export const useEdited = ({ name, row, content }: RuleVersion) => {
  const saved: Typed = { on: row?.version ?? 0, title: row?.title ?? '', content }
  const draft = `ruleSet/${name} edited`
  const { value, type, drop } = useDraft<Typed | null>(draft, () => null)
  const [sent, setSent] = useState(0)
  // Sent edits stay until the saved version arrives, so that the old content does not flash in between.
  const isBack = value !== null && value.on < sent && saved.on >= sent
  const typed = isBack ? null : value
  const same = (one: Typed) =>
    one.title === saved.title && JSON.stringify(one.content) === JSON.stringify(saved.content)
  return {
    ...(typed ?? saved),
    isChanged: typed !== null,
    change: (more: Partial<Pick<Typed, 'title' | 'content'>>) => {
      const next = { ...(typed ?? saved), ...more }
      if (same(next)) drop()
      else type(next)
    },
    drop,
    /** The server stored the edits as this version. */
    stored: (version: number) => {
      dropDraft(draft)
      setSent(version)
    },
  }
}
export type Edited = ReturnType<typeof useEdited>
