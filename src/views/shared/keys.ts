import { useEffect, useEffectEvent } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox')

/** Whether a key is meant for the page: not for a field, a dialog, or the browser. */
export const isForPage = (event: KeyboardEvent) =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isTyping(event.target) &&
  !document.querySelector('[role=dialog]')

/** Hears every key of the page while the component is shown; what answers true is done with. */
export const useKeys = (onKey: (event: KeyboardEvent) => boolean) => {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    if (onKey(event)) event.preventDefault()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => heard(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
