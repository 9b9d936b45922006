import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { mayOpen } from '../../machines/permissions.ts'
import type { Account } from '../../services/account.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat, useNow } from '../shared/format.ts'

/** An account's owner, roles, groups and apps, and its last use. */
export const AccountFacts = ({ account }: { account: Account }) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { instant, number } = useFormat()
  const { email, introduction, language, roles, groups, apps, hasPassword, linkUntil, sessions, seenAt } = account
  const now = useNow()
  const linkWords = (until: number) =>
    until > now ? t('access:linkOpen', { until: instant(until) }) : t('access:linkOver')
  const seesGroups = mayOpen(to.reviewGroup(), user.roles)
  return (
    <Facts
      title="routes:accountDetail"
      facts={{
        'access:email': email,
        ...(introduction && { 'access:introduction': introduction }),
        'access:language': t(`common:language.${language}`),
        'access:roles': roles.map(({ id, name }) => (
          <div key={id}>
            <Link to={`${to.role()}?${new URLSearchParams({ role_id: String(id) })}`}>{name}</Link>
          </div>
        )),
        'access:password':
          linkUntil === null ? t(hasPassword ? 'access:hasPassword' : 'access:noPassword') : linkWords(linkUntil),
        'access:sessions': number(sessions),
        'access:seenAt': seenAt === null ? t('access:never') : instant(seenAt),
        'access:groups': (
          <>
            {groups.map(({ name }) => name).join(', ') || t('access:noGroup')}
            {seesGroups && (
              <div>
                <Link to={to.reviewGroup()}>{t('access:editGroups')}</Link>
              </div>
            )}
          </>
        ),
        'access:apps': apps === null ? t('access:allApps') : t('access:limitedTo', { apps: apps.join(', ') }),
      }}
    />
  )
}
