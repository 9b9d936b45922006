import { Button, Dialog, DialogBody, DialogFooter, HTMLTable } from '@blueprintjs/core'
import { useMachine } from '@xstate/react'
import { Link } from 'react-router-dom'
import type { Outcome } from '../../machines/backtest.ts'
import { listMachine } from '../../machines/list.ts'
import { to } from '../../machines/paths.ts'
import { detail } from '../../services/approval.ts'
import { orders } from '../../services/backtest.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { PageButtons } from '../shared/PageButtons.tsx'

type BacktestOrdersProps = { id: string; before: Outcome; now: Outcome; onClose: () => void }
type Row = DataOf<typeof orders>['rows'][number]

const limit = 50

/** The orders of a cell, newest first, page by page. */
export const BacktestOrders = ({ id, before, now, onClose }: BacktestOrdersProps) => {
  const { t } = useFormat()
  const { client } = useConsole()
  const [snapshot, send] = useMachine(listMachine, {
    input: {
      filter: { id, before, now },
      limit,
      load: ({ filter, after }, signal) =>
        client.call(orders, orders.body.parse({ ...filter, after, limit }), { signal }),
    },
  })
  const { rows, error } = snapshot.context
  const words = { before: t(`backtest:outcome.${before}`), now: t(`backtest:outcome.${now}`) }
  return (
    <Dialog
      isOpen
      title={t('backtest:orders', words)}
      isCloseButtonShown={false}
      transitionDuration={100}
      onClose={onClose}
      className="backtest-dialog"
    >
      <DialogBody>
        {snapshot.matches({ page: 'failed' }) ? (
          <Failed error={error} onRetry={() => send({ type: 'retried' })} />
        ) : (
          <Orders rows={(rows ?? []) as Row[]} label={t('backtest:orders', words)} />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <PageButtons pages={snapshot.context} send={send} />
            <Button intent="primary" text={t('common:close')} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  )
}

const Orders = ({ rows, label }: { rows: readonly Row[]; label: string }) => {
  const { t, number, money, instant } = useFormat()
  const { user } = useConsole()
  const mayOpen = user.interfaces.includes(detail.interface)
  return (
    <div className="backtest-table">
      <HTMLTable compact aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('backtest:order')}</th>
            <th scope="col">{t('backtest:standing')}</th>
            <th scope="col">{t('backtest:app')}</th>
            <th scope="col">{t('backtest:product')}</th>
            <th scope="col">{t('backtest:amount')}</th>
            <th scope="col">{t('backtest:term')}</th>
            <th scope="col">{t('backtest:ratingThen')}</th>
            <th scope="col">{t('backtest:appliedAt')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ orderNo, state, app, product, amount, term, rating, appliedAt }) => (
            <tr key={orderNo}>
              <th scope="row">{mayOpen ? <Link to={to.approveDetail({ orderNo })}>{orderNo}</Link> : orderNo}</th>
              <td>{t(`approval:state.${state}`)}</td>
              <td>{app}</td>
              <td>{product}</td>
              <td>{money(amount)}</td>
              <td>{number(term)}</td>
              <td>{rating ?? '–'}</td>
              <td className="one-line">{instant(appliedAt)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}
