import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { to } from '../../machines/paths.ts'
import { type Interface, interfaces, interfaceSave, type Role } from '../../services/access.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { useRequest } from '../jobs/useRequest.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { showSuccess } from '../shared/toast.ts'
import { GrantBar } from './GrantBar.tsx'
import { GrantList } from './GrantList.tsx'
import type { Grant } from './GrantRow.tsx'
import { GrantScreen } from './GrantScreen.tsx'
import { accountsWith, holdersOf } from './holders.ts'
import { areaOf, interfaceWords } from './interfaceWords.ts'
import { useGrants } from './useGrants.ts'

/** Which interfaces a role may call: every endpoint of the server that needs a grant, by area. */
const Interfaces = () => (
  <GrantScreen title="access:interfacesOf">
    {(role, roles, reload) => <InterfacesOf key={role.id} role={role} roles={roles} onSaved={reload} />}
  </GrantScreen>
)

type InterfacesOfProps = { role: Role; roles: readonly Role[]; onSaved: () => void }

const InterfacesOf = ({ role, roles, onSaved }: InterfacesOfProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { record, error: failure, retry } = useRecord(interfaces, {}, { kind: 'none', id: undefined })
  const grants = useGrants(`role/${role.id} interfaces`, role.interfaces)
  const { send, pending, error } = useRequest(interfaceSave)
  const barred = user.interfaces.includes(interfaceSave.interface) ? undefined : t('errors:notPermitted')
  if (!record) return failure ? <Failed error={failure} onRetry={retry} /> : <Spinner className="page-wait" size={28} />

  const grantOf = ({ id, method, path, others }: Interface): Grant => ({
    id,
    title:
      interfaceWords(id)
        .map((words) => t(words))
        .join(' · ') || id,
    path: `${method} ${path}`,
    about: others.length > 0 && <span>{t('access:alsoCalls', { calls: others.join(', ') })}</span>,
    holders: holdersOf(roles, [id], 'interfaces'),
    people: accountsWith({ interface: id }),
    ...(role.name === 'admin' && { fixed: { held: true, why: t('access:adminHolds') } }),
    // A bare server does not say what the user may call, and decides itself.
    lacking: !user.bare && !user.interfaces.includes(id),
  })

  const save = async () => {
    if (!(await send({ role_id: role.id, interfaces: [...grants.wanted] }))) return
    showSuccess(t('access:savedGrants', { name: t('access:interfacesOf', { name: role.name }) }))
    grants.drop()
    onSaved()
  }

  const areas = [...new Set(record.interfaces.map(({ id }) => areaOf(id)))].toSorted()
  return (
    <>
      <GrantBar grants={grants} pending={pending} error={error} barred={barred} onSave={() => void save()} />
      <GrantList
        role={role}
        groups={areas.map((area) => ({
          key: area,
          title: area,
          grants: record.interfaces.filter(({ id }) => areaOf(id) === area).map(grantOf),
        }))}
        grants={grants}
        hint={t('access:searchInterfaces')}
        disabled={pending || barred !== undefined}
        wayTo={({ id }) => to.interface({ role_id: id })}
      />
    </>
  )
}

export { Interfaces as screen }
