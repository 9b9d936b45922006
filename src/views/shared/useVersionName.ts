import { useTranslation } from 'react-i18next'

const builtIn = /^builtin-(\d+)$/

/** What a rule set's version is called: a locale key, with its parameter. */
export const versionWords = (version: string): { words: string; name: string } => {
  const [, number] = builtIn.exec(version) ?? []
  return number === undefined ? { words: 'risk:numbered', name: version } : { words: 'risk:builtIn', name: number }
}

/** The display name of a version: its number, or that it is built in. */
export const useVersionName = () => {
  const { t } = useTranslation()
  return (version: string) => {
    const { words, name } = versionWords(version)
    return t(words, { name })
  }
}
