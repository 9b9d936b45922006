import { useTranslation } from 'react-i18next'

const builtIn = /^builtin-(\d+)$/

/** The display name of a version: its number, or that it is built in. */
export const useVersionName = () => {
  const { t } = useTranslation()
  return (version: string) => {
    const [, number] = builtIn.exec(version) ?? []
    return number === undefined ? t('risk:numbered', { version }) : t('risk:builtIn', { version: number })
  }
}
