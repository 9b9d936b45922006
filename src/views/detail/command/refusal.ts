import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError, loggedOut, noAnswer } from '../../../services/http.ts'
import { useFormat } from '../../shared/format.ts'
import { issuesOf } from '../../shared/refusal.ts'
import { whoDid } from '../../shared/who.ts'
import type { LastStep } from './subject.ts'

const staleCode = 409

export type Stale = { type: string; actor: string; actorName?: string; at: number; version: number }

/** The step that came first, if a version conflict is why a command was refused. */
export const staleOf = (error: unknown): Stale | undefined => {
  const data: unknown = error instanceof CallError && error.code === staleCode ? error.data : undefined
  return typeof data === 'object' && data !== null && 'version' in data ? (data as Stale) : undefined
}

/** Whether the server answered; otherwise the command's outcome is unknown. */
export const isAnswered = (error: unknown): error is CallError => error instanceof CallError && error.code > 0

/** Words a refusal for people; `words` is the locale namespace of the chart. */
export const useRefusal = (words: string) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  return useMemo(() => {
    const step = ({ type, at, ...who }: LastStep) =>
      t('detail:overtaken', { who: whoDid(t, who), what: t(`${words}:event.${type}`), when: instant(at) })

    const inWords = (error: unknown): string => {
      if (!isAnswered(error)) return t('detail:unanswered')
      const stale = staleOf(error)
      if (stale) return step({ ...stale, by: stale.actor, byName: stale.actorName })
      return [error.message, ...issuesOf(error).map(({ message }) => message)].join(' · ')
    }

    // The login dialog and the client's own toast already report these two.
    const isShown = (error: unknown) => error instanceof CallError && [noAnswer, loggedOut].includes(error.code)

    return {
      step,
      inWords,
      toast: (error: unknown, name: string, show: (message: string) => void) => {
        if (!isShown(error)) show([name, inWords(error)].filter(Boolean).join(': '))
      },
    }
  }, [t, words, instant])
}
