import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Role, roleHistory } from '../../services/access.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { GrantSteps } from './GrantSteps.tsx'
import { SidebarPreview } from './SidebarPreview.tsx'

const wayTo = (id: number) => (step: number | undefined) => ({
  search: new URLSearchParams({ role_id: String(id), ...(step !== undefined && { step: String(step) }) }).toString(),
})

// The panel is below a table that may fill the window.
const show = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' })

/** A role's sidebar preview and its history. */
export const RolePanel = ({ role }: { role: Role }) => {
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
