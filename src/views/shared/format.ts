import type { TFunction, TOptions } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TimeAgo, timeAgo } from '../../machines/calendar.ts'
import { abbreviated, rupiah, rupiahWithSen, thousands } from '../../machines/money.ts'
import type { Language } from '../../services/user.ts'
import { usePoll } from './usePoll.ts'

const locales: Record<Language, string> = { id: 'id-ID', en: 'en-GB', zh: 'zh-CN' }
const timeZone = 'Asia/Jakarta'

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const of = (language: Language) => new Intl.DateTimeFormat(locales[language], { timeZone, ...options })
  return { id: of('id'), en: of('en'), zh: of('zh') }
}

const instants = formatter({ dateStyle: 'medium', timeStyle: 'short' })
const days = formatter({ dateStyle: 'medium' })
const daysOfYear = formatter({ day: 'numeric', month: 'short' })
const months = formatter({ month: 'long' })
const times = formatter({ timeStyle: 'short' })

const numbers = (options: Intl.NumberFormatOptions) => {
  const of = (language: Language) => new Intl.NumberFormat(locales[language], options)
  return { id: of('id'), en: of('en'), zh: of('zh') }
}

const percents = numbers({ style: 'percent', maximumFractionDigits: 0 })
const rates = numbers({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
const decimals = numbers({ maximumFractionDigits: 1 })

const ago = { minute: 'common:minutesAgo', hour: 'common:hoursAgo', day: 'common:daysAgo' } satisfies Words
const lasting = { minute: 'common:minutes', hour: 'common:hours', day: 'common:days' } satisfies Words
type Words = Record<TimeAgo['unit'], string>

/** Formats values in the user's language: words, rupiah, numbers, and instants (epoch ms) in Jakarta time. */
export const useFormat = () => {
  const { t: translate, i18n } = useTranslation()
  const language = i18n.language as Language
  return useMemo(() => {
    const t = remembering(translate)
    return {
      t,
      language,
      money: (amount: number) => rupiah(amount, language),
      /** Money of a bank's statement, which may have sen. */
      sen: (amount: number) => rupiahWithSen(amount, language),
      number: (n: number) => thousands(n, language),
      /** An abbreviated number, e.g. `1,2k`, where space is short. */
      short: (n: number) => abbreviated(n, language),
      /** A share of 1, in whole percent. */
      percent: (share: number) => percents[language].format(share),
      /** Basis points, in percent with one decimal. */
      rate: (points: number) => rates[language].format(points / 10_000),
      /** With one decimal at most. */
      decimal: (n: number) => decimals[language].format(n),
      /** A count that the server stops at its cap, e.g. `10.000+`. */
      count: (n: number, capped: boolean) => `${thousands(n, language)}${capped ? '+' : ''}`,
      instant: (ms: number) => instants[language].format(ms),
      day: (ms: number) => days[language].format(ms),
      /** A day without its year, where space is short. */
      dayOfYear: (ms: number) => daysOfYear[language].format(ms),
      month: (ms: number) => months[language].format(ms),
      time: (ms: number) => times[language].format(ms),
      ago: (ms: number, now: number) => inUnits(t, ago, timeAgo(ms, now)),
      /** The time between two instants: at least a minute, never negative. */
      lasting: (from: number, to: number) => inUnits(t, lasting, timeAgo(from, to)),
    }
  }, [translate, language])
}

export type Format = ReturnType<typeof useFormat>

const inUnits = (t: (key: string, values: { count: number }) => string, words: Words, { count, unit }: TimeAgo) =>
  t(words[unit], { count })

// Memoised: rows repeat the same words, and each translation costs a lookup and an interpolation.
const remembering = (translate: TFunction) => {
  const known = new Map<string, string>()
  return (key: string | string[], values: TOptions = {}): string => {
    const asked = JSON.stringify([key, values])
    const words = known.get(asked) ?? translate(key, values)
    known.set(asked, words)
    return words
  }
}

/** The present instant (epoch ms), updated every `everyMs`, so that displayed ages grow. */
export const useNow = (everyMs = 30_000) => {
  const [now, setNow] = useState(Date.now)
  usePoll(() => setNow(Date.now()), everyMs)
  return now
}
