import { HTMLSelect, HTMLTable } from '@blueprintjs/core'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { listMachine } from '../../machines/list.ts'
import { type BatchPerson, everybody, people, type SmsBatchRow, toBeSent } from '../../services/smsBatch.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { PageButtons } from '../shared/PageButtons.tsx'
import { reasonKey } from './reasonKey.ts'

const limit = 50

type BatchPeopleProps = { id: string; count: NonNullable<SmsBatchRow['count']> }

/** The people of a batch that has not ended, page by page: whom it goes to, and who is skipped and why. */
export const BatchPeople = ({ id, count }: BatchPeopleProps) => {
  const { t, number } = useFormat()
  const { client } = useConsole()
  const [which, setWhich] = useState<string>(everybody)
  const [snapshot, send] = useMachine(listMachine, {
    input: {
      filter: { id, which },
      limit,
      load: ({ filter, after }, signal) =>
        client.call(people, people.body.parse({ ...filter, after, limit }), { signal }),
    },
  })
  useEffect(() => send({ type: 'filtered', filter: { id, which }, limit }), [send, id, which])
  const { rows, next, cursors, error } = snapshot.context
  const choices = [
    { value: everybody, label: t('smsBatch:screen.everybody') },
    { value: toBeSent, label: `${t('smsBatch:screen.sendable')} (${number(count.sendable)})` },
    ...Object.entries(count.skipped).map(([reason, n]) => ({
      value: reason,
      label: `${t(reasonKey(reason))} (${number(n)})`,
    })),
  ]
  return (
    <Facts
      title="smsBatch:screen.recipients"
      aside={
        <HTMLSelect
          aria-label={t('smsBatch:screen.which')}
          options={choices}
          value={which}
          onChange={({ currentTarget: { value } }) => setWhich(value)}
        />
      }
    >
      {snapshot.matches({ page: 'failed' }) && <Failed error={error} onRetry={() => send({ type: 'retried' })} />}
      {rows && <People rows={rows as BatchPerson[]} />}
      {(next !== null || cursors.length > 0) && (
        <p>
          <PageButtons pages={snapshot.context} send={send} size="small" />
        </p>
      )}
    </Facts>
  )
}

const People = ({ rows }: { rows: readonly BatchPerson[] }) => {
  const { t, number } = useFormat()
  if (rows.length === 0) return <p className="quiet">{t('smsBatch:screen.nobody')}</p>
  return (
    <HTMLTable compact className="batch-people" aria-label={t('smsBatch:screen.recipients')}>
      <thead>
        <tr>
          <th scope="col">{t('approval:screen.orderNo')}</th>
          <th scope="col">{t('approval:screen.customer')}</th>
          <th scope="col">{t('approval:screen.phone')}</th>
          <th scope="col">{t('smsBatch:screen.segments')}</th>
          <th scope="col">{t('message:screen.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ n, orderNo, customer, phone, segments, skip }) => (
          <tr key={n}>
            <th scope="row">{orderNo ?? '–'}</th>
            <td>{customer || t('audit:erased')}</td>
            <td>{phone}</td>
            <td>{skip === null ? number(segments) : '–'}</td>
            <td>{skip === null ? '–' : t(reasonKey(skip))}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
