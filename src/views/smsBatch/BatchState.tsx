import type { Intent } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { SmsBatchRow } from '../../services/smsBatch.ts'
import { Tag } from '../shared/Tag.tsx'

const intents: Partial<Record<SmsBatchRow['state'], Intent>> = {
  pendingApproval: 'primary',
  scheduled: 'primary',
  sending: 'success',
  paused: 'warning',
}

export const BatchState = ({ state }: Pick<SmsBatchRow, 'state'>) => {
  const { t } = useTranslation()
  return <Tag intent={intents[state] ?? 'none'}>{t(`smsBatch:state.${state}`)}</Tag>
}
