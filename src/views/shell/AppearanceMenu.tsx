import { Button, MenuDivider, MenuItem } from '@blueprintjs/core'
import { BlankIcon, SettingsIcon, TickIcon } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { schemes, sizes } from '../../machines/appearance.ts'
import { useApp } from '../shared/app.ts'
import { Menu } from '../shared/Menu.tsx'
import { Popover } from '../shared/Popover.tsx'
import { ColourPicker } from './ColourPicker.tsx'

/** The appearance of the console: density, colour scheme and accent colour. */
export const AppearanceMenu = () => {
  const { t } = useTranslation()
  return (
    <Popover content={<LookItems />}>
      <Button variant="minimal" icon={<SettingsIcon />} aria-label={t('shell:look')} title={t('shell:look')} />
    </Popover>
  )
}

const LookItems = () => {
  const { t } = useTranslation()
  const { appearance } = useApp()
  const { size, scheme } = useSelector(appearance, ({ context }) => context)
  return (
    <Menu>
      <MenuDivider title={t('shell:size.label')} />
      {sizes.map((one) => (
        <Choice
          key={one}
          text={t(`shell:size.${one}`)}
          isChosen={one === size}
          onChoose={() => appearance.send({ type: 'sizeChosen', size: one })}
        />
      ))}
      <MenuDivider title={t('shell:scheme.label')} />
      {schemes.map((one) => (
        <Choice
          key={one}
          text={t(`shell:scheme.${one}`)}
          isChosen={one === scheme}
          onChoose={() => appearance.send({ type: 'schemeChosen', scheme: one })}
        />
      ))}
      <MenuDivider title={t('shell:colour.label')} />
      <ColourPicker />
    </Menu>
  )
}

const Choice = ({ text, isChosen, onChoose }: { text: string; isChosen: boolean; onChoose: () => void }) => (
  <MenuItem
    role="menuitemradio"
    aria-checked={isChosen}
    icon={isChosen ? <TickIcon /> : <BlankIcon />}
    text={text}
    shouldDismissPopover={false}
    onClick={onChoose}
  />
)
