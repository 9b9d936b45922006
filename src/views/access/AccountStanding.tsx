import { useTranslation } from 'react-i18next'
import type { Account } from '../../services/account.ts'
import { useFormat, useNow } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

/** Tags that say whether an account can log in, and what prevents it. */
export const AccountStanding = ({ account: { status, locked, linkUntil, hasPassword } }: { account: Account }) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const now = useNow()
  const isOpen = linkUntil !== null && linkUntil > now
  return (
    <span className="account-standing">
      <Tag intent={status === 'active' ? 'success' : 'danger'}>{t(`account:state.${status}`)}</Tag>
      {locked && <Tag intent="warning">{t('power:locked')}</Tag>}
      {status === 'active' && linkUntil !== null && (
        <Tag
          intent={isOpen ? 'primary' : 'warning'}
          title={isOpen ? t('power:linkOpen', { until: instant(linkUntil) }) : t('power:linkOver')}
        >
          {isOpen ? t('power:invited') : t('power:linkOver')}
        </Tag>
      )}
      {status === 'active' && linkUntil === null && !hasPassword && <Tag>{t('power:noPassword')}</Tag>}
    </span>
  )
}
