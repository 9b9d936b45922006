import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { mayOpen } from '../../machines/permissions.ts'
import type { Account } from '../../services/account.ts'
import { Facts } from '../detail/Facts.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat, useNow } from '../shared/format.ts'

/** An account's owner, roles, groups and apps, and its last use. */
export const AccountFacts = ({ account }: { account: Account }) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { instant, number } = useFormat()
  const { email, language, roles, groups, apps, hasPassword, linkUntil, sessions, seenAt } = account
  const now = useNow()
  const linkWords = (until: number) =>
    until > now ? t('power:linkOpen', { until: instant(until) }) : t('power:linkOver')
  const seesGroups = mayOpen(to.reviewGroup(), user.roles)
  return (
    <Facts
      title="routes:accountDetail"
      facts={{
        'power:email': email,
        'power:language': t(`common:language.${language}`),
        'power:roles': roles.map(({ id, name }) => (
          <div key={id}>
            <Link to={`${to.role()}?${new URLSearchParams({ role_id: String(id) })}`}>{name}</Link>
          </div>
        )),
        'power:password':
          linkUntil === null ? t(hasPassword ? 'power:hasPassword' : 'power:noPassword') : linkWords(linkUntil),
        'power:sessions': number(sessions),
        'power:seenAt': seenAt === null ? t('power:never') : instant(seenAt),
        'power:groups': (
          <>
            {groups.map(({ name }) => name).join(', ') || t('power:noGroup')}
            {seesGroups && (
              <div>
                <Link to={to.reviewGroup()}>{t('power:editGroups')}</Link>
              </div>
            )}
          </>
        ),
        'power:apps': apps === null ? t('power:allApps') : t('power:limitedTo', { apps: apps.join(', ') }),
      }}
    />
  )
}
