import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isForPage, useKeys } from '../../shared/keys.ts'
import { BarredButton } from '../form/BarredButton.tsx'
import { useRows } from './rows.ts'
import './neighbours.css'

/** A record's position in the list it was opened from, with links to the previous and next rows, also by K and J. */
export const Neighbours = () => {
  const { t } = useTranslation()
  const rows = useRows()
  useKeys((event) => {
    if (!rows || !isForPage(event)) return false
    const go = { j: rows.toNext, k: rows.toPrevious }[event.key.toLowerCase()]
    go?.()
    return go !== undefined
  })
  if (!rows) return null
  return (
    <nav className="neighbours" aria-label={t('detail:neighbours')}>
      <BarredButton
        variant="minimal"
        size="small"
        icon={<ChevronLeftIcon />}
        aria-label={t('detail:previous')}
        title={`${t('detail:previous')} (K)`}
        reason={rows.toPrevious ? undefined : t('detail:firstRow')}
        onClick={rows.toPrevious}
      />
      <span>
        {t('detail:place', { place: rows.place, count: rows.count })}
        {rows.title && (
          <>
            {' · '}
            <Link to={rows.list}>{t(rows.title)}</Link>
          </>
        )}
      </span>
      <BarredButton
        variant="minimal"
        size="small"
        icon={<ChevronRightIcon />}
        aria-label={t('detail:next')}
        title={`${t('detail:next')} (J)`}
        reason={rows.toNext ? undefined : t('detail:lastRow')}
        onClick={rows.toNext}
      />
    </nav>
  )
}
