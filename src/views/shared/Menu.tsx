import { Menu as BlueprintMenu, type MenuProps } from '@blueprintjs/core'
import type { KeyboardEvent } from 'react'

const itemsOf = (menu: HTMLElement) => [
  ...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])'),
]

// Defined once, because a new ref callback would run at every render. The menu is not positioned yet, so the page must
// not scroll to it.
const focusFirst = (menu: HTMLElement | null) => {
  if (menu) itemsOf(menu)[0]?.focus({ preventScroll: true })
}

const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
  const items = itemsOf(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next === items.length ? 0 : next)?.focus()
}

/** A menu with arrow keys; its first item has the focus when it opens. */
export const Menu = (props: MenuProps) => <BlueprintMenu {...props} ulRef={focusFirst} onKeyDown={onKeyDown} />
