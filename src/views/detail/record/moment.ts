import { useSearchParams } from 'react-router-dom'
import { isDay } from '../../shared/day.ts'
import { versionIn } from './past.ts'

/** The step, or the day at whose end a loan is shown; the present when both are absent. */
export type Moment = { step?: number | undefined; day?: string | undefined }

/**
 * The moment in the URL at which a loan is shown, and links to other moments. A link keeps the other parameters, except
 * the step of the order beside the loan. `ignored` is a value in the URL that is no moment.
 */
export const useMoment = () => {
  const [params] = useSearchParams()
  const [stepText, dayText] = [params.get('loanAt'), params.get('loanDay')]
  const step = versionIn(stepText)
  const day = dayText !== null && isDay(dayText) ? dayText : undefined
  const way = (name?: 'loanAt' | 'loanDay', value?: string | number) => {
    const next = new URLSearchParams(params)
    // A URL holds one moment at most.
    for (const name of ['loanAt', 'loanDay', 'at', 'since']) next.delete(name)
    if (name && value !== undefined) next.set(name, String(value))
    return { search: next.toString() }
  }
  return {
    moment: (step === undefined ? { day } : { step }) satisfies Moment,
    ignored: step === undefined && day === undefined ? (stepText ?? dayText) : null,
    wayToStep: (at: number | undefined) => way(at === undefined ? undefined : 'loanAt', at),
    wayToDay: (on: string) => way('loanDay', on),
  }
}
