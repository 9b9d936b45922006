import { useEffect } from 'react'

type Kept = {
  element: HTMLElement
  /** Its ancestors, innermost first, each with the index of the child on the path. */
  above: { parent: Element; index: number }[]
}

const enabled = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'

const isUsable = (element: Element | undefined) =>
  element !== undefined && element.isConnected && !element.matches(':disabled')

const keep = (element: HTMLElement): Kept => {
  const above = []
  let one: Element = element
  // Not the body: an overlay in it closes by itself and restores the focus.
  for (let parent = one.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    above.push({ parent, index: [...parent.children].indexOf(one) })
    one = parent
  }
  return { element, above }
}

/** The likely next target: the next list item, what a dialog or form still offers, or the page's heading. */
const placeNear = ({ element, above }: Kept): HTMLElement | null | undefined => {
  if (element.isConnected) return lastOf(element.closest('[role=dialog]')) ?? firstOf(element.closest('form'))
  for (const { parent, index } of above.filter((one) => one.parent.isConnected)) {
    if (parent.matches('[role=dialog]')) return lastOf(parent)
    if (parent.matches('ul, ol, tbody')) return firstOf(parent.children[Math.min(index, parent.children.length - 1)])
    const home = parent.querySelector<HTMLElement>('main') ?? parent.querySelector<HTMLElement>('h1[tabindex]')
    if (home) return home
  }
  return undefined
}

const firstOf = (part: Element | null | undefined) =>
  part?.querySelector<HTMLElement>('a[href]') ?? part?.querySelector<HTMLElement>(enabled)
const lastOf = (part: Element | null) => [...(part?.querySelectorAll<HTMLElement>('button:enabled') ?? [])].at(-1)

/**
 * Keeps the focus on the page. When the focused element goes or is disabled, the focus moves near it and returns later.
 */
export const useKeptFocus = () => {
  useEffect(() => {
    let kept: Kept | undefined
    let standIn: HTMLElement | undefined
    let isLost = false

    const note = ({ target }: FocusEvent) => {
      if (target === standIn || !(target instanceof HTMLElement)) return
      kept = keep(target)
      standIn = undefined
      isLost = false
    }
    // A press elsewhere means that the user leaves the element.
    const leave = ({ target }: Event) => {
      if (kept && !(target instanceof Node && kept.element.contains(target))) kept = undefined
    }
    const look = () => {
      if (!kept) return
      const now = document.activeElement ?? document.body
      const isElsewhere = now !== document.body && now !== kept.element && now !== standIn
      if (isUsable(kept.element)) {
        if (isLost && !isElsewhere) kept.element.focus()
        isLost = false
        standIn = undefined
        return
      }
      isLost = true
      if (isElsewhere || (now === standIn && isUsable(standIn))) return
      standIn = placeNear(kept) ?? undefined
      standIn?.focus()
    }

    const watcher = new MutationObserver(look)
    watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', leave, true)
    return () => {
      watcher.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', leave, true)
    }
  }, [])
}
