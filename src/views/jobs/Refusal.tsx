import { Callout } from '@blueprintjs/core'
import { useRefusal } from '../detail/refusal.ts'

/** Why a job was not begun, where it was asked for; `words` is the area of its chart's words. */
export const Refusal = ({ error, words }: { error: unknown; words: string }) => {
  const { inWords } = useRefusal(words)
  if (error === undefined) return null
  return (
    <Callout compact intent="danger" role="alert" className="job-refusal">
      {inWords(error)}
    </Callout>
  )
}
