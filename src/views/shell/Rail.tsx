import { Button } from '@blueprintjs/core'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../machines/permissions.ts'
import { Popover } from '../shared/Popover.tsx'
import { iconOf } from './icons.ts'
import { MenuLink, MenuList, useIsInside } from './MenuList.tsx'

const showAfterMs = 200

/** The menu folded to its icons; a branch opens beside its icon. */
export const Rail = ({ items }: { items: readonly MenuItem[] }) => (
  <ul className="menu-rail">
    {items.map((item) => (
      <li key={item.name}>
        {item.children ? <RailBranch item={item} items={item.children} /> : <MenuLink item={item} folded />}
      </li>
    ))}
  </ul>
)

const RailBranch = ({ item, items }: { item: MenuItem; items: readonly MenuItem[] }) => {
  const title = useTitle(item)
  const inside = useIsInside(item)
  const button = useRef<HTMLButtonElement>(null)
  // Escape returns the focus to the icon, which must not reopen the popover.
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    if (isBack) button.current?.focus()
  }, [isBack])
  const onClose = (event?: SyntheticEvent<HTMLElement>) => {
    if (event?.nativeEvent instanceof KeyboardEvent) setBack(true)
  }
  return (
    <Popover
      interactionKind="hover"
      openOnTargetFocus={!isBack}
      onClose={onClose}
      hoverOpenDelay={showAfterMs}
      placement="right-start"
      middleware={{ offset: { mainAxis: 10 } }}
      content={
        <div className="menu-flyout">
          <strong>{title}</strong>
          <MenuList items={items} />
        </div>
      }
    >
      <Button
        ref={button}
        variant="minimal"
        active={inside}
        icon={iconOf(item.icon)}
        aria-label={title}
        onBlur={() => setBack(false)}
      />
    </Popover>
  )
}

const useTitle = ({ title }: MenuItem) => {
  const { t } = useTranslation()
  return title ? t(title) : ''
}
