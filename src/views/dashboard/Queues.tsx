import { Card } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type ScreenName, findRoute, to } from '../../machines/paths.ts'
import { routesFor } from '../../machines/permissions.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { useApp } from '../shared/app.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import type { Summary } from './useSummary.ts'

type ListName = 'reviewFirstWait' | 'reviewFinalWait' | 'reviewList'

const lists: Record<string, ListName> = {
  'firstReview.wait': 'reviewFirstWait',
  'firstReview.claimed': 'reviewFirstWait',
  'finalReview.wait': 'reviewFinalWait',
  'finalReview.claimed': 'reviewFinalWait',
} satisfies Record<string, ScreenName>

type QueuesProps = Pick<Summary, 'queues' | 'edits'> & { now: number }

export const Queues = ({ queues, edits, now }: QueuesProps) => {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="queues">
      <h2 id="queues">{t('dashboard:queues')}</h2>
      {queues.length === 0 && <p className="dashboard-empty">{t('dashboard:noQueues')}</p>}
      <ul className="dashboard-queues">
        {queues.map(({ state, ...size }) => (
          <li key={state}>
            <Queue title={t(`approval:state.${state}`)} list={lists[state]} {...size} now={now} />
          </li>
        ))}
        {edits && (
          <li>
            <Queue
              title={t('dashboard:edits')}
              list="reviewList"
              search="?editWaits=1"
              {...edits}
              capped={false}
              now={now}
            />
          </li>
        )}
      </ul>
    </section>
  )
}

type QueueProps = Omit<Summary['queues'][number], 'state'> & {
  title: string
  /** The list, and its filter, that shows the queue's orders. */
  list: ListName | undefined
  search?: string
  now: number
}

const Queue = ({ title, list: name, search = '', count: size, capped, oldest, now }: QueueProps) => {
  const { t } = useTranslation()
  const { count, lasting } = useFormat()
  const { screens } = useApp()
  const list = useOpen(name)
  return (
    <Card compact className="dashboard-queue" interactive={list !== undefined}>
      <h3>
        {list ? (
          <Link to={to[list]() + search} onMouseEnter={() => screens.preload(list)}>
            {title}
          </Link>
        ) : (
          title
        )}
      </h3>
      <strong>{count(size, capped)}</strong>
      <p>{oldest === null ? t('dashboard:nobodyWaits') : t('dashboard:oldest', { time: lasting(oldest, now) })}</p>
    </Card>
  )
}

/** The list, if its screen exists and this person may open it. */
const useOpen = (list: ListName | undefined): ListName | undefined => {
  const { user } = useConsole()
  const { screens } = useApp()
  if (!list || !screens.hasScreen(list)) return undefined
  return findRoute(to[list](), routesFor(controlledRoutes, user.roles)) && list
}
