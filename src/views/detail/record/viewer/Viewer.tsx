import { Button, Dialog, Switch } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pane, type Picture } from './Pane.tsx'
import type { Load } from './usePicture.ts'
import './viewer.css'

type ViewerProps = {
  title: string
  pictures: readonly Picture[]
  /** The id of the picture that was opened. */
  first: string
  load: Load
  onClose: () => void
}

// Focused, so that the keys work at once. Defined once, because a new ref callback would run at every render.
const focusFirst = (panes: HTMLElement | null) => panes?.querySelector('section')?.focus()

/** A record's documents, enlarged: one, or two side by side. */
export const Viewer = ({ title, pictures, first, load, onClose }: ViewerProps) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState(first)
  const [beside, setBeside] = useState<string>()
  useFocusBack()
  const another = pictures.find(({ id }) => id !== shown)?.id
  return (
    <Dialog
      isOpen
      title={t('detail:viewer.title', { name: title })}
      isCloseButtonShown={false}
      className="viewer"
      transitionDuration={0}
      onClose={onClose}
    >
      <div ref={focusFirst} className="viewer-panes">
        <Pane label={t('detail:viewer.left')} shown={shown} onShow={setShown} {...{ pictures, load }} />
        {beside !== undefined && (
          <Pane label={t('detail:viewer.right')} shown={beside} onShow={setBeside} {...{ pictures, load }} />
        )}
      </div>
      <footer className="viewer-foot">
        <Switch
          label={t('detail:viewer.sideBySide')}
          checked={beside !== undefined}
          disabled={another === undefined}
          onChange={({ currentTarget: { checked } }) => setBeside(checked ? another : undefined)}
        />
        <small>{t('detail:viewer.noted')}</small>
        <Button text={t('common:close')} onClick={onClose} />
      </footer>
    </Dialog>
  )
}

/** Returns the focus to its former element when the viewer closes. */
const useFocusBack = () => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
}
