import { useSearchParams } from 'react-router-dom'
import { versionIn } from '../detail/past.ts'
import { isDay } from '../list/filter.ts'
import type { Moment } from './subject.ts'

/** The moment that the address says a loan is looked at, and the ways to others; what else the address says stays, but for a step of the order beside it. `ignored` is what it has for a moment and is none. */
export const useMoment = () => {
  const [params] = useSearchParams()
  const [saidStep, saidDay] = [params.get('loanAt'), params.get('loanDay')]
  const step = versionIn(saidStep)
  const day = saidDay !== null && isDay(saidDay) ? saidDay : undefined
  const way = (name?: 'loanAt' | 'loanDay', value?: string | number) => {
    const next = new URLSearchParams(params)
    // One moment at a time.
    for (const said of ['loanAt', 'loanDay', 'at', 'since']) next.delete(said)
    if (name && value !== undefined) next.set(name, String(value))
    return { search: next.toString() }
  }
  return {
    moment: (step === undefined ? { day } : { step }) satisfies Moment,
    ignored: step === undefined && day === undefined ? (saidStep ?? saidDay) : null,
    wayToStep: (at: number | undefined) => way(at === undefined ? undefined : 'loanAt', at),
    wayToDay: (on: string) => way('loanDay', on),
  }
}
