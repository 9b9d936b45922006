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
      {locked && <Tag intent="warning">{t('access:locked')}</Tag>}
      {status === 'active' && linkUntil !== null && (
        <Tag
          intent={isOpen ? 'primary' : 'warning'}
          title={isOpen ? t('access:linkOpen', { until: instant(linkUntil) }) : t('access:linkOver')}
        >
          {isOpen ? t('access:invited') : t('access:linkOver')}
        </Tag>
      )}
      {status === 'active' && linkUntil === null && !hasPassword && <Tag>{t('access:noPassword')}</Tag>}
    </span>
  )
}
