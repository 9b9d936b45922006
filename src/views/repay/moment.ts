import { useSearchParams } from 'react-router-dom'
import { isDay } from '../list/filter.ts'
import type { Moment } from './subject.ts'

const stepIn = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** The moment that the address says a loan is looked at, and the ways to others; what else the address says stays. */
export const useMoment = () => {
  const [params] = useSearchParams()
  const step = stepIn(params.get('loanAt'))
  const said = params.get('loanDay')
  const day = said !== null && isDay(said) ? said : undefined
  const way = (name?: 'loanAt' | 'loanDay', value?: string | number) => {
    const next = new URLSearchParams(params)
    next.delete('loanAt')
    next.delete('loanDay')
    if (name && value !== undefined) next.set(name, String(value))
    return { search: next.toString() }
  }
  return {
    moment: (step === undefined ? { day } : { step }) satisfies Moment,
    wayToStep: (at: number | undefined) => way(at === undefined ? undefined : 'loanAt', at),
    wayToDay: (on: string) => way('loanDay', on),
  }
}
