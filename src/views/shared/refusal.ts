import { CallError, loggedOut, noAnswer } from '../../services/http.ts'
import { showError } from './toast.ts'

/** Whether the session has ended; the login dialog reports that. */
export const isOfSession = (error: unknown): boolean => error instanceof CallError && error.code === loggedOut

export type Issue = { field: string; message: string }

/**
 * An error in words. Undefined when a toast or the login dialog shows it already; `otherwise` for an unexpected error.
 */
export const refusalOf = (error: unknown, otherwise: string): string | undefined => {
  if (!(error instanceof CallError)) return otherwise
  return [noAnswer, loggedOut].includes(error.code) ? undefined : error.message
}

/** Shows an error in a toast, unless it is shown elsewhere. */
export const showRefusal = (error: unknown): void => {
  const words = refusalOf(error, String(error))
  if (words) showError(words)
}

/** The fields that the server refused, each with a message. */
export const issuesOf = (error: unknown): Issue[] => {
  const data: unknown = error instanceof CallError ? error.data : undefined
  const issues = typeof data === 'object' && data !== null && 'issues' in data ? data.issues : undefined
  return Array.isArray(issues) ? (issues as Issue[]) : []
}

/** Whether the server refused more fields than it names; its message says how many. */
export const hasMore = (error: unknown): error is CallError =>
  error instanceof CallError && typeof error.data === 'object' && error.data !== null && 'more' in error.data
