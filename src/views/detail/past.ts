import { useSearchParams } from 'react-router-dom'

/** The number of a step that an address says. */
export const versionIn = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** Which step of its history a record is shown as of, and which earlier one that is compared with; undefined is now, and the step before. `ignored` is what the address has for a step and is none. */
export const usePast = () => {
  const [params] = useSearchParams()
  const said = params.get('at')
  const at = versionIn(said)
  return { at, since: versionIn(params.get('since')), ignored: at === undefined ? said : null }
}

/** How an address leads to a record as of a step, or as it is now. */
export type Way = (at: number | undefined) => { search: string }

/** The way to a record's own page as of a step, or as it is now. */
export const wayTo = (at: number | undefined, since?: number) => ({
  search: new URLSearchParams({ ...(at && { at: String(at) }), ...(since && { since: String(since) }) }).toString(),
})
