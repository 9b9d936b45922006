import { createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../services/user.ts'

type Fetch = Record<Language, () => Promise<{ texts: Record<string, Record<string, unknown>> }>>

// A module per language, so that each is one chunk and only the current one is fetched. The first has what pages
// without a session say, since the login page has a budget.
const fetchFirst: Fetch = {
  id: () => import('./languages/id.ts'),
  en: () => import('./languages/en.ts'),
  zh: () => import('./languages/zh.ts'),
}
const fetchFramed: Fetch = {
  id: () => import('./languages/id.framed.ts'),
  en: () => import('./languages/en.framed.ts'),
  zh: () => import('./languages/zh.framed.ts'),
}

export const startI18n = async (language: Language): Promise<I18n> => {
  const i18n = createInstance()
  await i18n.use(initReactI18next).init({
    lng: language,
    resources: {},
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  await showIn(i18n, language)
  return i18n
}

// Those whose page has the frame, or is about to.
const framed = new WeakSet<I18n>()

/** Loads a language's texts, one file per namespace, and switches the page to it. */
export const showIn = async (i18n: I18n, language: Language): Promise<void> => {
  await add(i18n, language, fetchFirst)
  if (framed.has(i18n)) await add(i18n, language, fetchFramed)
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

/** Loads the texts of the screens in the frame, in the page's language. From now on each switch loads them too. */
export const loadFramed = async (i18n: I18n): Promise<void> => {
  framed.add(i18n)
  let language: string | undefined
  // A switch under way may not have known of it.
  while (language !== i18n.language) {
    language = i18n.language
    await add(i18n, language as Language, fetchFramed)
  }
}

const add = async (i18n: I18n, language: Language, fetchTexts: Fetch) => {
  const { texts } = await fetchTexts[language]()
  for (const [path, words] of Object.entries(texts)) i18n.addResourceBundle(language, areaOf(path), words)
}

const areaOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
