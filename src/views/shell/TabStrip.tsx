import { Button, ContextMenu, MenuItem } from '@blueprintjs/core'
import { BlankIcon, ChevronLeftIcon, ChevronRightIcon, CrossIcon, RefreshIcon } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { findRoute } from '../../machines/paths.ts'
import type { Tab } from '../../machines/tabs.ts'
import { useApp } from '../shared/app.ts'
import { Menu } from '../shared/Menu.tsx'

/** The open tabs. Each is a link, so that it can be opened, focused and copied like one. */
export const TabStrip = () => {
  const { t } = useTranslation()
  const { tabs } = useApp()
  const { visitedViews, active } = useSelector(tabs, ({ context }) => context)
  const strip = useRef<HTMLUListElement>(null)
  const beyond = useBeyond(strip, visitedViews.length)
  const isLong = beyond.left || beyond.right
  useEffect(() => {
    // The next frame has a layout anyway, so that scrolling forces no extra one.
    const frame = requestAnimationFrame(() => {
      const current = strip.current?.querySelector('[aria-current]')?.closest('li')
      current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
    // Its arrows take room from the strip.
  }, [active, visitedViews.length, isLong])
  useSidewaysWheel(strip)
  const arrow = (label: string, icon: ReactElement, direction: 1 | -1, isMore: boolean) => (
    <Button
      variant="minimal"
      size="small"
      icon={icon}
      aria-label={t(label)}
      title={t(label)}
      disabled={!isMore}
      onClick={() => strip.current?.scrollBy({ left: direction * 0.8 * strip.current.clientWidth })}
    />
  )
  return (
    <nav className="tab-strip" aria-label={t('shell:tabs.label')} hidden={visitedViews.length === 0}>
      {isLong && (
        <span className="tab-arrows">
          {arrow('shell:tabs.earlier', <ChevronLeftIcon />, -1, beyond.left)}
          {arrow('shell:tabs.later', <ChevronRightIcon />, 1, beyond.right)}
        </span>
      )}
      <ul ref={strip}>
        {visitedViews.map((tab) => (
          <li key={tab.path}>
            <PageTab tab={tab} isActive={tab.path === active} />
          </li>
        ))}
      </ul>
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

/** A tab's title: the record's name or number first, because it tells two pages of a kind apart. */
const useTitle = ({ path, title, name }: Tab) => {
  const { t } = useTranslation()
  const { type: _, ...params } = findRoute(path)?.params ?? {}
  return [...(name ? [name] : Object.values(params)), title ? t(title) : t('shell:tabs.noName')].join(' · ')
}

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

// Pixels: the padding of the strip, which holds no tab.
const rim = 13

/** Whether there are tabs beyond each end of the strip. */
const useBeyond = (strip: RefObject<HTMLElement | null>, count: number) => {
  const [beyond, setBeyond] = useState({ left: false, right: false })
  useEffect(() => {
    const list = strip.current
    if (!list) return undefined
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = list
      const now = { left: scrollLeft > rim, right: scrollLeft + clientWidth < scrollWidth - rim }
      setBeyond((before) => (before.left === now.left && before.right === now.right ? before : now))
    }
    const observer = new ResizeObserver(look)
    // A tab that is named later becomes wider.
    for (const one of [list, ...list.children]) observer.observe(one)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [strip, count])
  return beyond
}

/** Scrolls the strip sideways with the wheel. React's listeners are passive and cannot stop the page from scrolling. */
const useSidewaysWheel = (strip: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const list = strip.current
    const turn = (event: WheelEvent) => {
      if (!list || event.deltaY === 0 || list.scrollWidth <= list.clientWidth) return
      event.preventDefault()
      list.scrollLeft += event.deltaY
    }
    list?.addEventListener('wheel', turn, { passive: false })
    return () => list?.removeEventListener('wheel', turn)
  }, [strip])
}
