import { createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages } from '../services/user.ts'

// A module per language, so that each is one chunk and only the current one is fetched.
const fetchTexts: Record<Language, () => Promise<{ texts: Record<string, Record<string, unknown>> }>> = {
  id: () => import('./languages/id.ts'),
  en: () => import('./languages/en.ts'),
  zh: () => import('./languages/zh.ts'),
}

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

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

/** Loads a language's texts, one file per namespace, and switches the page to it. */
export const showIn = async (i18n: I18n, language: Language): Promise<void> => {
  const { texts } = await fetchTexts[language]()
  for (const [path, words] of Object.entries(texts)) i18n.addResourceBundle(language, areaOf(path), words)
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

const areaOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
