import type { Intent } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { ReminderRow } from '../../services/reminder.ts'
import { Tag } from '../shared/Tag.tsx'

const intents: Partial<Record<ReminderRow['state'], Intent>> = { proposed: 'primary', active: 'success' }

export const ReminderState = ({ state }: Pick<ReminderRow, 'state'>) => {
  const { t } = useTranslation()
  return <Tag intent={intents[state] ?? 'none'}>{t(`reminder:state.${state}`)}</Tag>
}
