import { Menu as BlueprintMenu, type MenuProps } from '@blueprintjs/core'
import type { KeyboardEvent } from 'react'

const itemsOf = (menu: HTMLElement) => [
  ...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])'),
]

// Defined here, as it would run at every render otherwise. It is not in its place yet: the page must not scroll there.
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

/** A menu that the arrow keys walk, and that has its first item chosen when it opens. */
export const Menu = (props: MenuProps) => <BlueprintMenu {...props} ulRef={focusFirst} onKeyDown={onKeyDown} />
