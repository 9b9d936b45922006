import { HTMLTable, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { type Role, roleSave, roleHistory } from '../../services/access.ts'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { GrantSteps } from './GrantSteps.tsx'
import { accountsWith } from './holders.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { SidebarPreview } from './SidebarPreview.tsx'
import { useRoles } from './useRoles.ts'
import './power.css'

/** The roles, their grants and holders; the chosen one with its sidebar and history. */
const Roles = () => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const [params] = useSearchParams()
  const { roles, error, retry, reload } = useRoles()
  const [edited, setEdited] = useState<{ role: Role | undefined }>()
  const barred = user.interfaces.includes(roleSave.interface) ? undefined : t('errors:notPermitted')

  if (!roles) return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
  const chosen = roles.find(({ id }) => String(id) === params.get('role_id'))
  return (
    <div className="power">
      <header>
        <h1>{t('routes:role')}</h1>
        <BarredButton
          intent="primary"
          text={t('access:newRole')}
          reason={barred}
          onClick={() => setEdited({ role: undefined })}
        />
      </header>
      <div className="power-table">
        <HTMLTable compact>
          <thead>
            <tr>
              {['role', 'note', 'people', 'menus', 'interfaces', 'actions'].map((head) => (
                <th key={head} scope="col">
                  {t(`access:${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {roles.map((role) => (
              <RoleRow
                key={role.id}
                role={role}
                isShown={role.id === chosen?.id}
                barred={barred}
                onEdit={() => setEdited({ role })}
              />
            ))}
          </tbody>
        </HTMLTable>
      </div>
      {chosen && <RolePanel key={chosen.id} role={chosen} />}
      {edited && <RoleDialog role={edited.role} onClose={() => setEdited(undefined)} onSaved={reload} />}
    </div>
  )
}

type RoleRowProps = { role: Role; isShown: boolean; barred: string | undefined; onEdit: () => void }

const RoleRow = ({ role, isShown, barred, onEdit }: RoleRowProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { id, name, note, people, menus, interfaces } = role
  const countOf = (held: readonly string[]) => (name === 'admin' ? t('access:everything') : number(held.length))
  return (
    <tr aria-current={isShown || undefined}>
      <th scope="row">
        <Link
          to={`${to.role()}?${new URLSearchParams({ role_id: String(id) })}`}
          aria-label={t('access:show', { name })}
        >
          {name}
        </Link>
      </th>
      <td>{note}</td>
      <td>
        <Link
          to={accountsWith({ role: name })}
          aria-label={`${number(people)} · ${t('access:accountsWith', { name })}`}
        >
          {number(people)}
        </Link>
      </td>
      <td>
        <Link to={to.menu({ role_id: id })} aria-label={`${countOf(menus)} · ${t('access:menusOf', { name })}`}>
          {countOf(menus)}
        </Link>
      </td>
      <td>
        <Link
          to={to.interface({ role_id: id })}
          aria-label={`${countOf(interfaces)} · ${t('access:interfacesOf', { name })}`}
        >
          {countOf(interfaces)}
        </Link>
      </td>
      <td>
        <BarredButton
          size="small"
          text={t('access:change')}
          aria-label={`${t('access:change')}: ${name}`}
          reason={barred}
          onClick={onEdit}
        />
      </td>
    </tr>
  )
}

export { Roles as screen }

const wayTo = (id: number) => (step: number | undefined) => ({
  search: new URLSearchParams({ role_id: String(id), ...(step !== undefined && { step: String(step) }) }).toString(),
})

// The panel is below a table that may fill the window.
const show = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' })

/** A role's sidebar preview and its history. */
const RolePanel = ({ role }: { role: Role }) => {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const { record } = useRecord(roleHistory, { role_id: role.id }, { kind: 'role', id: String(role.id) })
  const steps = record?.history ?? []
  return (
    <section className="power-columns" aria-label={role.name} ref={show}>
      <GrantSteps steps={steps} words="role" shown={Number(params.get('step')) || steps.length} way={wayTo(role.id)} />
      <Facts title="access:preview" aside={<strong>{role.name}</strong>}>
        <SidebarPreview title={t('access:sidebarOf', { name: role.name })} roles={[role.name]} menus={role.menus} />
      </Facts>
    </section>
  )
}
