import { MenuItem } from '@blueprintjs/core'
import { type ItemRenderer, Omnibar } from '@blueprintjs/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { entrances, to } from '../../machines/paths.ts'
import type { Route } from '../../machines/routes.ts'
import type { Found } from '../../services/approve.ts'
import { useFormat } from '../shared/format.ts'
import { iconOf } from './icons.ts'
import { useFound } from './useFound.ts'
import '@blueprintjs/select/lib/css/blueprint-select.css'
import './palette.css'

type Item = { path: string; text: string; label: string; icon?: string | undefined }

type PaletteProps = { routes: readonly Route[]; isOpen: boolean; onClose: () => void }

/** Goes to a screen by its name, or to an order by its number, a phone or a NIK. */
export const Palette = ({ routes, isOpen, onClose }: PaletteProps) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  // Entered before its answer was there.
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
  const orderItem = useOrderItem()
  const screens = entrances(routes).map(({ route, path, ancestors }) => ({
    path,
    text: t(`routes:${route.name}`),
    label: ancestors.map(({ name }) => t(`routes:${name}`)).join(' › '),
    icon: route.icon ?? ancestors[0]?.icon,
  }))
  const words = typed.toLowerCase().trim().split(/\s+/)
  const fitting = screens.filter(({ text, label }) =>
    words.every((word) => `${text} ${label}`.toLowerCase().includes(word)),
  )
  const more = { path: '', text: t('shell:palette.more'), label: '' }
  return (
    <Omnibar<Item>
      className="palette"
      isOpen={isOpen}
      onClose={close}
      resetOnSelect
      query={typed}
      onQueryChange={setTyped}
      items={[...(found?.rows.map(orderItem) ?? []), ...(found?.more ? [more] : []), ...fitting]}
      itemsEqual="path"
      itemDisabled={({ path }) => path === ''}
      itemRenderer={renderItem}
      noResults={<MenuItem disabled text={t('shell:palette.nothing')} />}
      inputProps={{
        placeholder: t('shell:palette.prompt'),
        'aria-label': t('shell:palette.prompt'),
        onKeyDown: ({ key }) => key === 'Enter' && isComing && setEntered(typed),
      }}
      overlayProps={{ transitionDuration: 0 }}
      onItemSelect={({ path }) => go(path)}
    />
  )
}

const useOrderItem = () => {
  const { t } = useTranslation()
  const { day } = useFormat()
  return ({ orderNo, customer, state, appliedAt }: Found): Item => ({
    path: to.approveDetail({ orderNo }),
    text: `${orderNo} · ${customer || t('audit:erased')}`,
    label: `${t(`approval:state.${state}`)} · ${day(appliedAt)}`,
    icon: 'endorsed',
  })
}

const renderItem: ItemRenderer<Item> = ({ path, text, label, icon }, { handleClick, handleFocus, modifiers, ref }) => (
  <MenuItem
    key={path}
    ref={ref}
    active={modifiers.active}
    disabled={modifiers.disabled}
    icon={iconOf(icon)}
    text={text}
    label={label}
    roleStructure="listoption"
    onClick={handleClick}
    onFocus={handleFocus}
  />
)
