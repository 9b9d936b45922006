import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './tabLine.css'

type TabLineProps = { active: string | undefined; count: number; children: ReactNode }

/** List items in one line, with arrows where they do not all fit. The current one is scrolled into sight. */
export const TabLine = ({ active, count, children }: TabLineProps) => {
  const { t } = useTranslation()
  const strip = useRef<HTMLUListElement>(null)
  const beyond = useBeyond(strip, count)
  const isLong = beyond.left || beyond.right
  useEffect(() => {
    // The next frame has a layout anyway, so that scrolling forces no extra one.
    const frame = requestAnimationFrame(() => {
      const current = strip.current?.querySelector('[aria-current]')?.closest('li')
      current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
    // Its arrows take room from the strip.
  }, [active, count, isLong])
  useSidewaysWheel(strip)
  const arrow = (label: string, icon: ReactElement, direction: 1 | -1, isMore: boolean) => (
    <Button
      variant="minimal"
      size="small"
      icon={icon}
      aria-label={t(label)}
      title={t(label)}
      disabled={!isMore}
      onClick={() => strip.current?.scrollBy({ left: direction * 0.8 * strip.current.clientWidth })}
    />
  )
  return (
    <>
      {isLong && (
        <span className="tab-arrows">
          {arrow('shell:tabs.earlier', <ChevronLeftIcon />, -1, beyond.left)}
          {arrow('shell:tabs.later', <ChevronRightIcon />, 1, beyond.right)}
        </span>
      )}
      <ul ref={strip}>{children}</ul>
    </>
  )
}

// Pixels: the padding of the strip, which holds no tab.
const rim = 13

/** Whether there are tabs beyond each end of the strip. */
const useBeyond = (strip: RefObject<HTMLElement | null>, count: number) => {
  const [beyond, setBeyond] = useState({ left: false, right: false })
  useEffect(() => {
    const list = strip.current
    if (!list) return undefined
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = list
      const now = { left: scrollLeft > rim, right: scrollLeft + clientWidth < scrollWidth - rim }
      setBeyond((before) => (before.left === now.left && before.right === now.right ? before : now))
    }
    const observer = new ResizeObserver(look)
    // A tab that is named later becomes wider.
    for (const one of [list, ...list.children]) observer.observe(one)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [strip, count])
  return beyond
}

/** Scrolls the strip sideways with the wheel. React's listeners are passive and cannot stop the page from scrolling. */
const useSidewaysWheel = (strip: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const list = strip.current
    const turn = (event: WheelEvent) => {
      if (!list || event.deltaY === 0 || list.scrollWidth <= list.clientWidth) return
      event.preventDefault()
      list.scrollLeft += event.deltaY
    }
    list?.addEventListener('wheel', turn, { passive: false })
    return () => list?.removeEventListener('wheel', turn)
  }, [strip])
}
