import { Callout, Spinner } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import type { Role } from '../../services/access.ts'
import { Failed } from '../shared/Failed.tsx'
import { Notice } from '../shared/Notice.tsx'
import { useTabName } from '../shared/useTabName.ts'
import { useRole } from './useRole.ts'
import './power.css'

type GrantScreenProps = {
  /** The locale key of the title; the role's name is its parameter. */
  title: string
  children: (role: Role, roles: readonly Role[], reload: () => void) => ReactNode
}

/** A screen about the grants of the role in the URL, with links to the role's other screens. */
export const GrantScreen = ({ title, children }: GrantScreenProps) => {
  const { t } = useTranslation()
  const { roles, role, error, retry, reload } = useRole()
  useTabName(role?.name)
  if (!roles) return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
  if (!role)
    return (
      <Notice title={t('access:unknownRole')}>
        <Link to={to.role()}>{t('access:toRoles')}</Link>
      </Notice>
    )
  return (
    <div className="power">
      <header>
        <h1>{t(title, { name: role.name })}</h1>
        <nav aria-label={role.name}>
          <Link to={to.menu({ role_id: role.id })}>{t('access:menus')}</Link>
          <Link to={to.interface({ role_id: role.id })}>{t('access:interfaces')}</Link>
          <Link to={`${to.role()}?${new URLSearchParams({ role_id: String(role.id) })}`}>{t('access:history')}</Link>
        </nav>
      </header>
      {role.name === 'admin' && <Callout compact>{t('access:adminHolds')}</Callout>}
      {children(role, roles, reload)}
    </div>
  )
}
