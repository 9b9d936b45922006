import { useTranslation } from 'react-i18next'
import { stateWords } from '../../services/quality.columns.ts'
import type { Quality } from '../../services/quality.ts'
import { Tag } from '../shared/Tag.tsx'

const intents = {
  notChecked: 'warning',
  second: 'primary',
  passed: 'success',
  failed: 'danger',
  appealed: 'warning',
} as const

export const QualityState = ({ state }: Pick<Quality, 'state'>) => {
  const { t } = useTranslation()
  return <Tag intent={intents[state]}>{t(stateWords(state))}</Tag>
}
