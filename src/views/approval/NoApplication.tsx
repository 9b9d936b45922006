import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { entrances } from '../../machines/paths.ts'
import { routesFor } from '../../machines/permissions.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { CallError } from '../../services/http.ts'
import { usePast, wayTo } from '../detail/record/past.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { Notice } from '../shared/Notice.tsx'

type NoApplicationProps = { orderNo: string; error: unknown; onRetry: () => void }

// A malformed order number (400) is treated as an unknown one (404).
const unknown = [400, 404]
const mostLists = 3

/** Replaces an application that failed to load; for an unknown order it links to the lists. */
export const NoApplication = ({ orderNo, error, onRetry }: NoApplicationProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { at } = usePast()
  if (!(error instanceof CallError) || !unknown.includes(error.code)) return <Failed error={error} onRetry={onRetry} />
  const lists = entrances(routesFor(controlledRoutes, user.roles)).filter(({ ancestors }) =>
    ancestors.some(({ name }) => name === 'approvals'),
  )
  return (
    <Notice
      title={t(at === undefined ? 'detail:unknown' : 'detail:unknownStep', { name: orderNo, step: at })}
      text={t('detail:unknownText')}
    >
      {at !== undefined && (
        <Link className="button button-primary" to={wayTo(undefined)}>
          {t('detail:backToNow')}
        </Link>
      )}
      {lists.slice(0, mostLists).map(({ route, path }) => (
        <Link key={path} className="button" to={path}>
          {t(`routes:${route.name}`)}
        </Link>
      ))}
    </Notice>
  )
}
