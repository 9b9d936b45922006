import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { languages } from '../../services/user.ts'
import { isLanguage } from '../../services/user.ts'
import { useApp } from './app.ts'
import { useOnline } from './online.ts'

export const LanguagePicker = () => {
  const { t } = useTranslation()
  const { shell } = useApp()
  const online = useOnline()
  const language = useSelector(shell, ({ context }) => context.language)
  return (
    <select
      className="language"
      aria-label={t('common:language.label')}
      value={language}
      disabled={!online}
      title={online ? undefined : t('shell:offline.barred')}
      onChange={({ target: { value } }) => {
        if (isLanguage(value)) shell.send({ type: 'languageChosen', language: value })
      }}
    >
      {languages.map((value) => (
        <option key={value} value={value} lang={value}>
          {t(`common:language.${value}`)}
        </option>
      ))}
    </select>
  )
}
