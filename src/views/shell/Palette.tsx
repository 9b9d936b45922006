import { Menu, MenuItem } from '@blueprintjs/core'
import { type ItemListRendererProps, type ItemRenderer, Omnibar, renderFilteredItems } from '@blueprintjs/select'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { entrances, to } from '../../machines/paths.ts'
import type { Route } from '../../machines/routes.ts'
import type { find } from '../../services/approval.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { type Format, useFormat } from '../shared/format.ts'
import { iconOf } from './icons.ts'
import { useFound } from './useFound.ts'
import '@blueprintjs/select/lib/css/blueprint-select.css'
import './palette.css'

type Item = { path: string; text: string; label: string; icon?: string | undefined }

type PaletteProps = { routes: readonly Route[]; isOpen: boolean; onClose: () => void }

/** Goes to a screen by name, or to an order by number, phone or NIK. */
export const Palette = ({ routes, isOpen, onClose }: PaletteProps) => {
  const format = useFormat()
  const { t } = format
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState<string>()
  // The text that was submitted with Enter before its answer arrived.
  const [entered, setEntered] = useState<string>()
  const close = () => {
    setTyped('')
    setEntered(undefined)
    onClose()
  }
  const go = (path: string) => {
    close()
    void navigate(path)
  }
  const { found, isComing } = useFound(typed, ({ exact, rows }) => {
    if (exact && rows[0] && entered === typed) go(to.approveDetail(rows[0]))
  })
  // Memoised: a new array makes the first item the active one again.
  const items = useMemo(
    () => [...(found ? ordersIn(found, format) : []), ...screensFor(typed, routes, format)],
    [found, typed, routes, format],
  )
  return (
    <Omnibar<Item>
      className="palette"
      isOpen={isOpen}
      onClose={close}
      resetOnSelect
      query={typed}
      onQueryChange={setTyped}
      items={items}
      itemsEqual="path"
      itemDisabled={({ path }) => path === ''}
      itemRenderer={renderItem}
      itemListRenderer={renderList}
      onActiveItemChange={(item) => setActive(item?.path)}
      inputProps={{
        role: 'combobox',
        'aria-expanded': true,
        'aria-controls': listId,
        'aria-activedescendant': active && optionId(active),
        placeholder: t('shell:palette.prompt'),
        'aria-label': t('shell:palette.prompt'),
        onKeyDown: ({ key }) => key === 'Enter' && isComing && setEntered(typed),
      }}
      overlayProps={{ transitionDuration: 0 }}
      onItemSelect={({ path }) => go(path)}
    />
  )
}

const ordersIn = ({ rows, more }: DataOf<typeof find>, { t, day }: Format): Item[] => [
  ...rows.map(({ orderNo, customer, state, appliedAt }) => ({
    path: to.approveDetail({ orderNo }),
    text: `${orderNo} · ${customer || t('audit:erased')}`,
    label: `${t(`approval:state.${state}`)} · ${day(appliedAt)}`,
    icon: 'endorsed',
  })),
  ...(more ? [{ path: '', text: t('shell:palette.more'), label: '' }] : []),
]

const screensFor = (typed: string, routes: readonly Route[], { t }: Format): Item[] => {
  const words = typed.toLowerCase().trim().split(/\s+/)
  return entrances(routes)
    .map(({ route, path, ancestors }) => ({
      path,
      text: t(`routes:${route.name}`),
      label: ancestors.map(({ name }) => t(`routes:${name}`)).join(' › '),
      icon: route.icon ?? ancestors[0]?.icon,
    }))
    .filter(({ text, label }) => words.every((word) => `${text} ${label}`.toLowerCase().includes(word)))
}

const listId = 'palette'

// Blueprint's own list is a menu that takes the focus; this one leaves the focus in the input.
const Fitting = (list: ItemListRendererProps<Item>) => {
  const { t } = useTranslation()
  const nothing = <MenuItem disabled roleStructure="none" text={t('shell:palette.nothing')} />
  return (
    // A <select> cannot hold icons, labels and disabled items as needed here.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <Menu id={listId} role="listbox" aria-label={t('shell:palette.open')} ulRef={list.itemsParentRef}>
      {renderFilteredItems(list, nothing, null)}
    </Menu>
  )
}

const renderList = (list: ItemListRendererProps<Item>) => <Fitting {...list} />

const optionId = (path: string) => `palette${path}`

const renderItem: ItemRenderer<Item> = (item, { handleClick, handleFocus, modifiers, ref }) => (
  <MenuItem
    key={item.path}
    id={optionId(item.path)}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    role="option"
    aria-selected={modifiers.active}
    ref={ref}
    active={modifiers.active}
    disabled={modifiers.disabled}
    icon={iconOf(item.icon)}
    text={item.text}
    label={item.label}
    roleStructure="none"
    onClick={handleClick}
    onFocus={handleFocus}
  />
)
