import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useConsole } from '../../shared/console.ts'
import { useFormat } from '../../shared/format.ts'
import './print.css'

/** The header of every printed page: title, person and print time. Hidden on screen. */
export const PrintHead = ({ title }: { title: string }) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { instant } = useFormat()
  const [printedAt, setPrintedAt] = useState(Date.now)
  useEffect(() => {
    // The browser captures the page when this handler returns.
    const note = () => flushSync(() => setPrintedAt(Date.now()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  return (
    <div className="print-head" aria-hidden>
      <b>{title}</b>
      <span>{t('detail:printed', { name: user.name, id: user.id, when: instant(printedAt) })}</span>
    </div>
  )
}
