import type { Intent } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { JudgedRule } from '../../services/risk.ts'
import { Tag } from '../shared/Tag.tsx'

/** How a rule came out: a hit of a knock-out decides alone, and what could not be judged is looked at by somebody. */
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
