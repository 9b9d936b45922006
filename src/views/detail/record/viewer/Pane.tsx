import { Button, ButtonGroup, HTMLSelect } from '@blueprintjs/core'
import { ImageRotateLeftIcon, ImageRotateRightIcon, ZoomInIcon, ZoomOutIcon, ZoomToFitIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../shared/format.ts'
import { Stage } from './Stage.tsx'
import type { Load } from './usePicture.ts'
import { moved, turned, type View, whole, zoomed } from './view.ts'

export type Picture = { id: string; title: string }

type PaneProps = {
  label: string
  pictures: readonly Picture[]
  shown: string
  load: Load
  onShow: (id: string) => void
}

const stride = 60

const byKey: Record<string, (view: View) => View> = {
  '+': (view) => zoomed(view, 1),
  '=': (view) => zoomed(view, 1),
  '-': (view) => zoomed(view, -1),
  '0': () => whole,
  r: (view) => turned(view, 1),
  R: (view) => turned(view, -1),
  ArrowLeft: (view) => moved(view, stride, 0),
  ArrowRight: (view) => moved(view, -stride, 0),
  ArrowUp: (view) => moved(view, 0, stride),
  ArrowDown: (view) => moved(view, 0, -stride),
}

const tools = [
  { name: 'zoomOut', key: '-', icon: <ZoomOutIcon /> },
  { name: 'zoomIn', key: '+', icon: <ZoomInIcon /> },
  { name: 'fit', key: '0', icon: <ZoomToFitIcon /> },
  { name: 'turnLeft', key: 'R', icon: <ImageRotateLeftIcon /> },
  { name: 'turnRight', key: 'r', icon: <ImageRotateRightIcon /> },
]

/** One document with its own choice, zoom and rotation. */
export const Pane = ({ label, pictures, shown, load, onShow }: PaneProps) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [view, setView] = useState(whole)
  const title = pictures.find(({ id }) => id === shown)?.title ?? ''
  const show = (id: string) => {
    setView(whole)
    onShow(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const change = byKey[event.key]
    if (!change || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return
    event.preventDefault()
    setView(change)
  }
  return (
    // The keys duplicate the buttons, and work while the focus is anywhere inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <section className="viewer-pane" aria-label={label} tabIndex={0} onKeyDown={onKeyDown}>
      <div className="viewer-tools">
        <HTMLSelect
          aria-label={t('detail:viewer.document')}
          value={shown}
          options={pictures.map((picture) => ({ value: picture.id, label: picture.title }))}
          onChange={({ target }) => show(target.value)}
        />
        <ButtonGroup>
          {tools.map(({ name, key, icon }) => (
            <Button
              key={name}
              icon={icon}
              aria-label={t(`detail:viewer.${name}`)}
              title={`${t(`detail:viewer.${name}`)} (${key === 'R' ? 'Shift+R' : key.toUpperCase()})`}
              onClick={() => setView(byKey[key]!)}
            />
          ))}
        </ButtonGroup>
        <output aria-label={t('detail:viewer.zoom')}>{number(Math.round(view.zoom * 100))} %</output>
      </div>
      <Stage key={shown} id={shown} {...{ title, load, view }} onView={setView} />
    </section>
  )
}
