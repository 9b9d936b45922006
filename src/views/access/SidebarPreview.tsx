import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { menu, type MenuItem, routesFor, withDetails } from '../../machines/permissions.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { iconOf } from '../shell/icons.ts'

type SidebarPreviewProps = {
  title: string
  /** The names of the roles, and of the routes that they are granted. */
  roles: readonly string[]
  menus: readonly string[]
}

/** The sidebar for a set of rights, fully expanded and without links. */
export const SidebarPreview = ({ title, roles, menus }: SidebarPreviewProps) => {
  const { t } = useTranslation()
  const items = useMemo(() => menu(routesFor(controlledRoutes, [...roles, ...withDetails(menus)])), [roles, menus])
  if (items.length === 0) return <p className="quiet">{t('access:previewEmpty')}</p>
  return (
    <section className="sidebar-preview" aria-label={title}>
      <Items items={items} />
    </section>
  )
}

const Items = ({ items }: { items: readonly MenuItem[] }) => {
  const { t } = useTranslation()
  return (
    <ul>
      {items.map(({ name, title, icon, children }) => (
        <li key={name}>
          <span>
            {iconOf(icon)} {title && t(title)}
          </span>
          {children && <Items items={children} />}
        </li>
      ))}
    </ul>
  )
}
