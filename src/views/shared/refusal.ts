import { CallError, loggedOut, noAnswer } from '../../services/http.ts'
import { showError } from './toast.ts'

/** The session's own dialog says it. */
export const isOfSession = (error: unknown): boolean => error instanceof CallError && error.code === loggedOut

export type Issue = { field: string; message: string }

/** A failure in words; undefined when a toast or the session's dialog says it already, `otherwise` when it says nothing to a person. */
export const refusalOf = (error: unknown, otherwise: string): string | undefined => {
  if (!(error instanceof CallError)) return otherwise
  return [noAnswer, loggedOut].includes(error.code) ? undefined : error.message
}

/** Says a failure in a toast, where nothing else says it already. */
export const showRefusal = (error: unknown): void => {
  const words = refusalOf(error, String(error))
  if (words) showError(words)
}

/** Which fields the server refused, each in words. */
export const issuesOf = (error: unknown): Issue[] => {
  const data: unknown = error instanceof CallError ? error.data : undefined
  const issues = typeof data === 'object' && data !== null && 'issues' in data ? data.issues : undefined
  return Array.isArray(issues) ? (issues as Issue[]) : []
}

/** Whether the server refused more fields than it names; its message says how many. */
export const hasMore = (error: unknown): error is CallError =>
  error instanceof CallError && typeof error.data === 'object' && error.data !== null && 'more' in error.data
