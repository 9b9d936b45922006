import { useTranslation } from 'react-i18next'

const builtIn = /^builtin-(\d+)$/

/** What a version is called: its number, or that it came with the program. */
export const useVersionName = () => {
  const { t } = useTranslation()
  return (version: string) => {
    const [, number] = builtIn.exec(version) ?? []
    return number === undefined ? t('risk:numbered', { version }) : t('risk:builtIn', { version: number })
  }
}
