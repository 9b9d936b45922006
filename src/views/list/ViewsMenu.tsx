import { Button, MenuDivider, MenuItem } from '@blueprintjs/core'
import { BlankIcon, CaretDownIcon, TickIcon } from '@blueprintjs/icons'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { View } from '../../services/savedViews.ts'
import { Menu } from '../shared/Menu.tsx'
import { useOnline } from '../shared/online.ts'
import { Popover } from '../shared/Popover.tsx'

/** Commands on views: save what is shown as a new one, or change the one in use. */
export type ViewDeed = 'saveAs' | 'update' | 'rename' | 'remove'

type ViewsMenuProps = {
  views: readonly View[]
  /** The view in use. */
  view: View | undefined
  /** Whether the list differs from what the view stores. */
  isChanged: boolean
  onOpen: (view: View | undefined) => void
  onDeed: (deed: ViewDeed) => void
  /** Called when the menu opens. */
  onLook: () => void
}

/** The saved views of a list; the button names the one in use. */
export const ViewsMenu = (props: ViewsMenuProps) => {
  const { t } = useTranslation()
  const { view, isChanged, onLook, onDeed } = props
  const chosen = useRef<ViewDeed>(undefined)
  const choose = (deed: ViewDeed) => {
    chosen.current = deed
  }
  const name = view?.name ?? t('list:defaultView')
  return (
    <Popover
      transitionDuration={100}
      content={<ViewItems {...props} onDeed={choose} />}
      onOpening={onLook}
      // Not before: a closing menu would take the focus back from the dialog that the command opens.
      onClosed={() => {
        const deed = chosen.current
        chosen.current = undefined
        if (deed) onDeed(deed)
      }}
    >
      <Button
        size="small"
        variant="minimal"
        endIcon={<CaretDownIcon />}
        aria-label={t('list:viewInUse', { name })}
        text={isChanged ? t('list:changedView', { name }) : name}
      />
    </Popover>
  )
}

const ViewItems = ({ views, view, isChanged, onOpen, onDeed }: ViewsMenuProps) => {
  const { t } = useTranslation()
  const online = useOnline()
  const isOwn = view !== undefined && view.sharedBy === null
  const sends = online ? {} : { disabled: true, label: t('shell:offline.barred') }
  return (
    <Menu className="list-views">
      <MenuDivider title={t('list:views')} />
      <ViewItem text={t('list:defaultView')} isChosen={!view} onChoose={() => onOpen(undefined)} />
      {views.map((one) => (
        <ViewItem
          key={one.id}
          text={one.name}
          note={one.sharedBy ?? (one.role ? t('list:sharedWith', { role: one.role.name }) : undefined)}
          isChosen={one.id === view?.id}
          onChoose={() => onOpen(one)}
        />
      ))}
      <MenuDivider />
      {isOwn && isChanged && <MenuItem {...sends} text={t('list:updateView')} onClick={() => onDeed('update')} />}
      <MenuItem {...sends} text={t('list:saveAs')} onClick={() => onDeed('saveAs')} />
      {isOwn && <MenuItem {...sends} text={t('list:renameView')} onClick={() => onDeed('rename')} />}
      {isOwn && <MenuItem {...sends} text={t('list:deleteView')} intent="danger" onClick={() => onDeed('remove')} />}
    </Menu>
  )
}

type ViewItemProps = { text: string; note?: string | undefined; isChosen: boolean; onChoose: () => void }

const ViewItem = ({ text, note, isChosen, onChoose }: ViewItemProps) => (
  <MenuItem
    role="menuitemradio"
    aria-checked={isChosen}
    icon={isChosen ? <TickIcon /> : <BlankIcon />}
    text={text}
    labelElement={note}
    onClick={onChoose}
  />
)
