import { useSearchParams } from 'react-router-dom'

/** Parses the number of a step from a URL; undefined when it is none. */
export const versionIn = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/**
 * The step that a record is shown after (`at`), and the earlier one to compare with (`since`). Undefined stands for the
 * present, and for the step before. `ignored` is a value of `at` that is no step.
 */
export const usePast = () => {
  const [params] = useSearchParams()
  const text = params.get('at')
  const at = versionIn(text)
  return { at, since: versionIn(params.get('since')), ignored: at === undefined ? text : null }
}

/** Builds the link to a record after a step; undefined stands for the present. */
export type Way = (at: number | undefined) => { search: string }

/** The link to a record's own page after a step, or at present. */
export const wayTo = (at: number | undefined, since?: number) => ({
  search: new URLSearchParams({ ...(at && { at: String(at) }), ...(since && { since: String(since) }) }).toString(),
})
