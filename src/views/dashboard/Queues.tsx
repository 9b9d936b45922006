import { Card } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type ScreenName, findRoute, to } from '../../machines/paths.ts'
import { routesFor } from '../../machines/permissions.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { preload, screens } from '../screens.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import type { Summary } from './useSummary.ts'

type ListName = 'reviewFirstWait' | 'reviewFinalWait'

const lists: Record<string, ListName> = {
  'firstReview.wait': 'reviewFirstWait',
  'firstReview.claimed': 'reviewFirstWait',
  'finalReview.wait': 'reviewFinalWait',
  'finalReview.claimed': 'reviewFinalWait',
} satisfies Record<string, ScreenName>

export const Queues = ({ queues, now }: { queues: Summary['queues']; now: number }) => {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="queues">
      <h2 id="queues">{t('dashboard:queues')}</h2>
      {queues.length === 0 && <p className="dashboard-empty">{t('dashboard:noQueues')}</p>}
      <ul className="dashboard-queues">
        {queues.map((queue) => (
          <li key={queue.state}>
            <Queue queue={queue} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Queue = ({ queue, now }: { queue: Summary['queues'][number]; now: number }) => {
  const { t } = useTranslation()
  const { count, lasting } = useFormat()
  const list = useList(queue.state)
  const title = t(`approval:state.${queue.state}`)
  return (
    <Card compact className="dashboard-queue" interactive={list !== undefined}>
      <h3>
        {list ? (
          <Link to={to[list]()} onMouseEnter={() => preload(list)}>
            {title}
          </Link>
        ) : (
          title
        )}
      </h3>
      <strong>{count(queue.count, queue.capped)}</strong>
      <p>
        {queue.oldest === null
          ? t('dashboard:nobodyWaits')
          : t('dashboard:oldest', { time: lasting(queue.oldest, now) })}
      </p>
    </Card>
  )
}

/** The list behind a queue, if it is built and this person may open it. */
const useList = (state: string): ListName | undefined => {
  const { user } = useConsole()
  const list = lists[state]
  if (!list || !screens[list]) return undefined
  return findRoute(to[list](), routesFor(controlledRoutes, user.roles)) && list
}
