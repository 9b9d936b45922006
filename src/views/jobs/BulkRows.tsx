import { Checkbox, HTMLTable } from '@blueprintjs/core'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listMachine } from '../../machines/list.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { bulkRows } from '../../services/jobs.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { PageButtons } from '../shared/PageButtons.tsx'

type Row = DataOf<typeof bulkRows>['rows'][number]

const limit = 50

/** The result of each row, in order, page by page. */
export const BulkRows = ({ id }: { id: string }) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const [refused, setRefused] = useState(false)
  const [snapshot, send] = useMachine(listMachine, {
    input: {
      filter: { id, refused },
      limit,
      load: ({ filter, after }, signal) =>
        client.call(bulkRows, bulkRows.body.parse({ ...filter, after, limit }), { signal }),
    },
  })
  useEffect(() => send({ type: 'filtered', filter: { id, refused }, limit }), [send, id, refused])

  const { rows, next, cursors, error } = snapshot.context
  const resultOf = ({ result }: Row) => {
    if (result === null) return t('bulk:rowNotDone')
    return result === 'done' ? t('bulk:rowDone') : t(result)
  }
  if (snapshot.matches({ page: 'failed' })) return <Failed error={error} onRetry={() => send({ type: 'retried' })} />
  return (
    <>
      <Checkbox
        label={t('bulk:onlyRefused')}
        checked={refused}
        onChange={({ currentTarget: { checked } }) => setRefused(checked)}
      />
      <div className="bulk-results">
        <HTMLTable compact aria-label={t('bulk:results')}>
          <thead>
            <tr>
              <th scope="col">{t('bulk:order')}</th>
              <th scope="col">{t('bulk:result')}</th>
            </tr>
          </thead>
          <tbody>
            {((rows ?? []) as Row[]).map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.key}</th>
                <td>{resultOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
      {(next !== null || cursors.length > 0) && (
        <p>
          <PageButtons pages={snapshot.context} send={send} size="small" />
        </p>
      )}
    </>
  )
}
