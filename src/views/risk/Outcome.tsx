import type { Intent } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { JudgedRule } from '../../services/risk.ts'
import { Tag } from '../shared/Tag.tsx'

/** A rule's outcome. A knock-out hit decides alone; a rule that could not be judged sends the order to a person. */
export const Outcome = ({ rule: { outcome, kind } }: { rule: Pick<JudgedRule, 'outcome' | 'kind'> }) => {
  const { t } = useTranslation()
  const hit: Intent = kind === 'knockOut' ? 'danger' : 'warning'
  const intents: Record<typeof outcome, Intent> = { hit, notHit: 'success', missing: 'warning', failed: 'warning' }
  return <Tag intent={intents[outcome]}>{t(`risk:outcome.${outcome}`)}</Tag>
}

export const KnockOut = () => {
  const { t } = useTranslation()
  return <Tag intent="danger">{t('risk:kind.knockOut')}</Tag>
}
