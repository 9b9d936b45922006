import type { Intent } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { SmsTemplateRow } from '../../services/smsTemplate.ts'
import { Tag } from '../shared/Tag.tsx'

const intents: Partial<Record<SmsTemplateRow['state'], Intent>> = {
  proposed: 'primary',
  approved: 'success',
  revised: 'success',
  revisionProposed: 'primary',
}

export const TemplateState = ({ state }: Pick<SmsTemplateRow, 'state'>) => {
  const { t } = useTranslation()
  return <Tag intent={intents[state] ?? 'none'}>{t(`smsTemplate:state.${state}`)}</Tag>
}
