import { ContextMenu, MenuItem } from '@blueprintjs/core'
import { BlankIcon, CrossIcon, RefreshIcon } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { type KeyboardEvent, memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Tab } from '../../machines/tabs.ts'
import { useApp } from '../shared/app.ts'
import { Menu } from '../shared/Menu.tsx'
import { TabLine } from '../shared/TabLine.tsx'
import { useTitle } from './useTitle.ts'

/** The open tabs. Each is a link, so that it can be opened, focused and copied like one. */
export const TabStrip = () => {
  const { t } = useTranslation()
  const { tabs } = useApp()
  const { visitedViews, active } = useSelector(tabs, ({ context }) => context)
  return (
    <nav className="tab-strip tab-line" aria-label={t('shell:tabs.label')} hidden={visitedViews.length === 0}>
      <TabLine active={active} count={visitedViews.length}>
        {visitedViews.map((tab) => (
          <li key={tab.path}>
            <PageTab tab={tab} isActive={tab.path === active} />
          </li>
        ))}
      </TabLine>
    </nav>
  )
}

const PageTab = memo(({ tab, isActive }: { tab: Tab; isActive: boolean }) => {
  const { t } = useTranslation()
  const { tabs } = useApp()
  const { path, search } = tab
  const title = useTitle(tab)
  const close = () => tabs.send({ type: 'closed', path })
  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== 1) return
    event.preventDefault()
    close()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Delete') close()
  }
  return (
    <ContextMenu content={<TabMenu path={path} />} className="page-tab" data-active={isActive}>
      <Link
        to={path + search}
        aria-current={isActive ? 'page' : undefined}
        title={title}
        onAuxClick={onAuxClick}
        onKeyDown={onKeyDown}
      >
        {title}
      </Link>
      <button type="button" aria-label={t('shell:tabs.closeOne', { title })} tabIndex={-1} onClick={close}>
        <CrossIcon size={12} />
      </button>
    </ContextMenu>
  )
})

const TabMenu = ({ path }: { path: string }) => {
  const { t } = useTranslation()
  const { tabs } = useApp()
  const isOnly = useSelector(tabs, ({ context }) => context.visitedViews.length === 1)
  return (
    <Menu>
      <MenuItem
        icon={<RefreshIcon />}
        text={t('shell:tabs.refresh')}
        onClick={() => tabs.send({ type: 'refreshed', path })}
      />
      <MenuItem icon={<CrossIcon />} text={t('shell:tabs.close')} onClick={() => tabs.send({ type: 'closed', path })} />
      <MenuItem
        icon={<BlankIcon />}
        text={t('shell:tabs.closeOthers')}
        disabled={isOnly}
        onClick={() => tabs.send({ type: 'othersClosed', path })}
      />
      <MenuItem icon={<BlankIcon />} text={t('shell:tabs.closeAll')} onClick={() => tabs.send({ type: 'allClosed' })} />
    </Menu>
  )
}
