import { Callout } from '@blueprintjs/core'
import { useRefusal } from '../detail/command/refusal.ts'
import './jobs.css'

/** Why the server refused to start a job; `words` is the locale namespace of its chart. */
export const Refusal = ({ error, words }: { error: unknown; words: string }) => {
  const { inWords } = useRefusal(words)
  if (error === undefined) return null
  return (
    <Callout compact intent="danger" role="alert" className="job-refusal">
      {inWords(error)}
    </Callout>
  )
}
