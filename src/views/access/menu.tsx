import { useTranslation } from 'react-i18next'
import { type Leaf, to } from '../../machines/paths.ts'
import { type Role, roleMenuSave } from '../../services/access.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useConsole } from '../shared/console.ts'
import { showSuccess } from '../shared/toast.ts'
import { GrantBar } from './GrantBar.tsx'
import { GrantList } from './GrantList.tsx'
import type { Grant } from './GrantRow.tsx'
import { GrantScreen } from './GrantScreen.tsx'
import { accountsWith, holdersOf } from './holders.ts'
import { menuGroups } from './menuGrants.ts'
import { SidebarPreview } from './SidebarPreview.tsx'
import { useGrants } from './useGrants.ts'

const groups = menuGroups()

/** Which screens a role sees: the tree of the route table, and a preview of the sidebar. */
const Menus = () => (
  <GrantScreen title="access:menusOf">
    {(role, roles, reload) => <MenusOf key={role.id} role={role} roles={roles} onSaved={reload} />}
  </GrantScreen>
)

type MenusOfProps = { role: Role; roles: readonly Role[]; onSaved: () => void }

const MenusOf = ({ role, roles, onSaved }: MenusOfProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const grants = useGrants(`role/${role.id} menus`, role.menus)
  const { send, pending, error } = useRequest(roleMenuSave)
  const isAdmin = role.name === 'admin'
  const barred = user.interfaces.includes(roleMenuSave.interface) ? undefined : t('errors:notPermitted')

  const fixedOf = ({ route }: Leaf): Grant['fixed'] => {
    if (isAdmin) return { held: true, why: t('access:adminHolds') }
    if (route.roles)
      return { held: route.roles.includes(role.name), why: t('access:byRoleName', { roles: route.roles.join(', ') }) }
    if (!route.with) return undefined
    const lists = route.with.map((name) => t(`routes:${name}`))
    return {
      held: route.with.some((name) => grants.wanted.includes(name)),
      why: t('access:comesWith', { lists: lists.join(', ') }),
    }
  }
  const grantOf = (leaf: Leaf): Grant => {
    const { route, path } = leaf
    const fixed = fixedOf(leaf)
    return {
      id: route.name,
      title: t(`routes:${route.name}`),
      path,
      holders: route.roles
        ? roles.filter(({ name }) => route.roles!.includes(name))
        : holdersOf(roles, [route.name, ...(route.with ?? [])], 'menus'),
      people: accountsWith({ menu: route.name }),
      ...(fixed && { fixed }),
      lacking: !user.roles.includes('admin') && !user.roles.includes(route.name),
    }
  }

  const save = async () => {
    if (!(await send({ role_id: role.id, menus: [...grants.wanted] }))) return
    showSuccess(t('access:savedGrants', { name: t('access:menusOf', { name: role.name }) }))
    grants.drop()
    onSaved()
  }

  return (
    <>
      <GrantBar grants={grants} pending={pending} error={error} barred={barred} onSave={() => void save()} />
      <div className="power-columns">
        <GrantList
          role={role}
          groups={groups.map(({ key, titles, leaves }) => ({
            key,
            title: titles.map((title) => t(title)).join(' › '),
            grants: leaves.map(grantOf),
          }))}
          grants={grants}
          hint={t('access:searchMenus')}
          disabled={pending || barred !== undefined}
          wayTo={({ id }) => to.menu({ role_id: id })}
        />
        <Facts title="access:preview">
          {grants.isChanged && <p className="quiet">{t('access:previewUnsaved')}</p>}
          <SidebarPreview title={t('access:preview')} roles={[role.name]} menus={grants.wanted} />
        </Facts>
      </div>
    </>
  )
}

export { Menus as screen }
