import { Classes } from '@blueprintjs/core'
import { ChevronDownIcon, ShareIcon } from '@blueprintjs/icons'
import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import type { MenuItem } from '../../machines/permissions.ts'
import { count as waitingCount } from '../../services/secondPerson.ts'
import { useListOf } from '../detail/record/rows.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { maySecond, waitingKinds } from '../secondPerson/waitingKinds.ts'
import { useApp } from '../shared/app.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { iconOf } from './icons.ts'

/** The menu as a list of links. A branch expands in place, and is open while one of its screens is shown. */
export const MenuList = ({ items, id }: { items: readonly MenuItem[]; id?: string }) => (
  <ul className="menu-list" id={id}>
    {items.map((item) => (
      <li key={item.name}>
        {item.children ? <Branch item={item} items={item.children} /> : <MenuLink item={item} among={items} />}
      </li>
    ))}
  </ul>
)

type MenuLinkProps = { item: MenuItem; among?: readonly MenuItem[]; folded?: boolean }

/** A link to a screen or to another site; `folded` shows its icon alone. */
export const MenuLink = (props: MenuLinkProps) =>
  props.item.external ? <SiteLink {...props} /> : <ScreenLink {...props} />

const useNameIfFolded = ({ item, folded }: MenuLinkProps) => {
  const { t } = useTranslation()
  const title = item.title && t(item.title)
  return folded ? { 'aria-label': title, title } : {}
}

const SiteLink = (props: MenuLinkProps) => {
  const { t } = useTranslation()
  const { item, folded } = props
  return (
    <a className={Classes.MENU_ITEM} href={item.path} target="_blank" rel="noreferrer" {...useNameIfFolded(props)}>
      {folded ? iconOf(item.icon) : <Label item={item} />}
      {!folded && <ShareIcon size={12} title={t('shell:newWindow')} />}
    </a>
  )
}

const ScreenLink = (props: MenuLinkProps) => {
  const { item, among, folded } = props
  const { screens } = useApp()
  const { pathname } = useLocation()
  const isInside = useIsInside(item, among)
  return (
    <Link
      className={`${Classes.MENU_ITEM} ${isInside ? Classes.ACTIVE : ''}`}
      // A record's page is not the list that it was opened from: 'page' would be wrong.
      aria-current={isInside ? (pathname === item.path ? 'page' : true) : undefined}
      to={item.path}
      onMouseEnter={() => screens.preload(item.name)}
      onFocus={() => screens.preload(item.name)}
      {...useNameIfFolded(props)}
    >
      {folded ? iconOf(item.icon) : <Label item={item} />}
      {item.name === 'dashboard' && <WaitingStepCount />}
    </Link>
  )
}

/** How much waits for this person as the second one; nothing for who may never be it, or where nothing waits. */
const WaitingStepCount = () => {
  const { user } = useConsole()
  return maySecond(user.interfaces) && !user.bare ? <Counted /> : null
}

const Counted = () => {
  const { t, count } = useFormat()
  const { record } = useRecord(waitingCount, {}, { kind: waitingKinds, id: undefined })
  if (!record || record.count === 0) return null
  const number = count(record.count, record.capped)
  return (
    <span className="waiting-count" title={t('secondPerson:waiting', { number })}>
      {number}
    </span>
  )
}

const Branch = ({ item, items }: { item: MenuItem; items: readonly MenuItem[] }) => {
  const id = useId()
  const inside = useIsInside(item)
  // The user's choice counts until they enter or leave the branch.
  const [chosen, setChosen] = useState({ inside, isOpen: inside })
  const isOpen = chosen.inside === inside ? chosen.isOpen : inside
  return (
    <>
      <button
        type="button"
        className={Classes.MENU_ITEM}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setChosen({ inside, isOpen: !isOpen })}
      >
        <Label item={item} />
        <ChevronDownIcon size={14} className="menu-chevron" />
      </button>
      {isOpen && <MenuList items={items} id={id} />}
    </>
  )
}

const Label = memo(({ item }: { item: MenuItem }) => {
  const { t } = useTranslation()
  return (
    <>
      {iconOf(item.icon)}
      <span className="menu-label">{item.title && t(item.title)}</span>
    </>
  )
})

/**
 * Whether the current page, or the list that it was opened from, is this item or inside it. It is inside the one with the
 * longest path `among` several: an area's own page has the path that all others of the area begin with.
 */
export const useIsInside = ({ path }: MenuItem, among: readonly MenuItem[] = []) => {
  const { pathname } = useLocation()
  const shown = useListOf() ?? pathname
  const holds = (place: string) => shown === place || shown.startsWith(`${place}/`)
  return holds(path) && !among.some((other) => other.path.length > path.length && holds(other.path))
}
