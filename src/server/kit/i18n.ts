import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { type Language, languages } from '../../services/user.ts'
import type { Refused } from './refused.ts'

const folder = join(import.meta.dirname, '../../../locales')

const bundle = (language: string) => {
  const files = readdirSync(join(folder, language))
  return Object.fromEntries(
    files.map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as object,
    ]),
  )
}

const words = i18next.createInstance()
await words.init({
  resources: Object.fromEntries(languages.map((language) => [language, bundle(language)])),
  fallbackLng: 'id',
  ns: ['errors'],
  defaultNS: 'errors',
  interpolation: { escapeValue: false },
})

/** The translation of a key such as `errors:notFound` or `approval:guard.holder`. */
export const say = (language: Language, key: string, values: Record<string, unknown> = {}): string =>
  words.t(key, { lng: language, ...values })

/** A waiting time, rounded up: in seconds below 100, otherwise in minutes. */
const waiting = (language: Language, seconds: number): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: seconds < 100 ? 'second' : 'minute',
    unitDisplay: 'long',
  }).format(Math.ceil(seconds < 100 ? seconds : seconds / 60))

/**
 * The message of a refusal, with what its data has: the time until a retry, the count of further invalid fields, or the
 * figures of a rule.
 */
export const sayRefusal = (language: Language, { key, data }: Refused): string => {
  const { retryAfter, more, figures } = (data ?? {}) as { retryAfter?: unknown; more?: unknown; figures?: object }
  return say(language, key, {
    ...figures,
    ...(typeof retryAfter === 'number' && { wait: waiting(language, retryAfter) }),
    ...(typeof more === 'number' && { more: more.toLocaleString(language) }),
  })
}

export const knows = (key: string): boolean => words.exists(key)

/** The first language of an Accept-Language header that the console has; otherwise Indonesian. */
export const languageOf = (header: string | undefined): Language => {
  const wanted = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return wanted.flatMap((tag) => languages.filter((language) => language === tag))[0] ?? 'id'
}
