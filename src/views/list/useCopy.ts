import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../shared/toast.ts'

const isText = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox')

/** Ctrl+C copies rows as displayed: a line per row, tabs between columns. Selected text is copied as usual. */
export const useCopy = <Row>(rowsToCopy: () => readonly Row[], textsOf: (rows: readonly Row[]) => string[][]) => {
  const { t } = useTranslation()
  const copied = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || isText(event.target) || document.querySelector('[role=dialog]')) return
    if (globalThis.getSelection()?.toString()) return
    const rows = rowsToCopy()
    if (rows.length === 0) return
    const lines = textsOf(rows).map((texts) => texts.join('\t'))
    event.clipboardData?.setData('text/plain', lines.join('\n'))
    event.preventDefault()
    showSuccess(t('list:copied', { count: rows.length }))
  })
  useEffect(() => {
    const hear = (event: ClipboardEvent) => copied(event)
    document.addEventListener('copy', hear)
    return () => document.removeEventListener('copy', hear)
  }, [])
}
