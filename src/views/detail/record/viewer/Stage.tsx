import { Button, Spinner } from '@blueprintjs/core'
import { type Dispatch, type PointerEvent, type SetStateAction, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Load, usePicture } from './usePicture.ts'
import { isSideways, moved, transformOf, type View, zoomed } from './view.ts'

type StageProps = {
  id: string
  title: string
  load: Load
  view: View
  onView: Dispatch<SetStateAction<View>>
}

/** One picture: the wheel zooms it, and dragging moves it. */
export const Stage = ({ id, title, load, view, onView }: StageProps) => {
  const { t } = useTranslation()
  const { url, failed, retry } = usePicture(id, load)
  const stage = useRef<HTMLDivElement>(null)

  // React's wheel listeners are passive and cannot stop the page from scrolling.
  useEffect(() => {
    const place = stage.current
    const zoom = (event: WheelEvent) => {
      event.preventDefault()
      onView((before) => zoomed(before, event.deltaY < 0 ? 1 : -1))
    }
    place?.addEventListener('wheel', zoom, { passive: false })
    return () => place?.removeEventListener('wheel', zoom)
  }, [onView])

  const onPointerMove = ({ buttons, movementX, movementY }: PointerEvent) => {
    if (buttons === 1) onView((before) => moved(before, movementX, movementY))
  }

  return (
    <div
      ref={stage}
      className="viewer-stage"
      data-zoomed={view.zoom > 1}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
    >
      {url && (
        <img
          src={url}
          alt={title}
          draggable={false}
          data-sideways={isSideways(view)}
          style={{ transform: transformOf(view) }}
        />
      )}
      {!url && (failed ? <Button text={t('common:retry')} onClick={retry} /> : <Spinner size={28} />)}
    </div>
  )
}
