import { Drawer } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { menu } from '../../machines/permissions.ts'
import type { Route } from '../../machines/routes.ts'
import { appOf } from '../../machines/shell.ts'
import { useApp } from '../shared/app.ts'
import { Logo } from '../shared/Logo.tsx'
import { MenuList } from './MenuList.tsx'
import { Rail } from './Rail.tsx'

/**
 * The menu of `routes`, from which `routesFor` left out what the user may not open: beside the screen, folded to icons, or
 * a drawer on a narrow window.
 */
export const Sidebar = ({ routes }: { routes: readonly Route[] }) => {
  const { t } = useTranslation()
  const { shell } = useApp()
  const { sidebar, device } = useSelector(shell, appOf, sameFrame)
  const items = menu(routes)
  const name = (
    <div className="sidebar-name">
      <Logo size={24} />
      {(sidebar.opened || device === 'mobile') && <span>Loket</span>}
    </div>
  )

  if (device === 'mobile') {
    return (
      <Drawer
        isOpen={sidebar.opened}
        position="left"
        size={236}
        aria-label={t('shell:menu')}
        transitionDuration={sidebar.withoutAnimation ? 0 : undefined}
        onClose={() => shell.send({ type: 'sidebarToggled' })}
      >
        <nav className="sidebar" aria-label={t('shell:menu')}>
          {name}
          <MenuList items={items} />
        </nav>
      </Drawer>
    )
  }
  return (
    <nav
      className={`sidebar ${sidebar.opened ? '' : 'sidebar-folded'} ${sidebar.withoutAnimation ? '' : 'sidebar-moves'}`}
      aria-label={t('shell:menu')}
    >
      {name}
      {sidebar.opened ? <MenuList items={items} /> : <Rail items={items} />}
    </nav>
  )
}

type Frame = ReturnType<typeof appOf>

const sameFrame = (one: Frame, other: Frame) =>
  one.device === other.device &&
  one.sidebar.opened === other.sidebar.opened &&
  one.sidebar.withoutAnimation === other.sidebar.withoutAnimation
