import { Button } from '@blueprintjs/core'
import { MenuClosedIcon, MenuOpenIcon } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Route } from '../../machines/routes.ts'
import { appOf } from '../../machines/shell.ts'
import { AtWork } from '../reviewers/AtWork.tsx'
import { useApp } from '../shared/app.ts'
import { LanguagePicker } from '../shared/LanguagePicker.tsx'
import { AppearanceMenu } from './AppearanceMenu.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { ErrorLog } from './ErrorLog.tsx'
import { FullScreen } from './FullScreen.tsx'
import { Keys } from './Keys.tsx'
import { UserMenu } from './UserMenu.tsx'

export const TopBar = ({ routes }: { routes: readonly Route[] }) => {
  const { t } = useTranslation()
  const { shell } = useApp()
  const opened = useSelector(shell, (snapshot) => appOf(snapshot).sidebar.opened)
  return (
    <header className="top-bar">
      <Button
        variant="minimal"
        icon={opened ? <MenuClosedIcon /> : <MenuOpenIcon />}
        aria-label={t(opened ? 'shell:closeMenu' : 'shell:openMenu')}
        aria-expanded={opened}
        onClick={() => shell.send({ type: 'sidebarToggled' })}
      />
      <Breadcrumb routes={routes} />
      <AtWork />
      <Keys routes={routes} />
      <ErrorLog />
      <FullScreen />
      <AppearanceMenu />
      <LanguagePicker />
      <UserMenu />
    </header>
  )
}
