import { HTMLTable } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayStart } from '../../machines/calendar.ts'
import { type Alike, alike, type Line } from '../../services/statement.ts'
import { Refusal } from '../jobs/Refusal.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'

/** A credit line beside the recorded repayments that may be the same sen; nothing when there are none. */
export const SameMoney = ({ line }: { line: Line }) => {
  const { client } = useConsole()
  const [payments, setPayments] = useState<readonly Alike[]>([])
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const ended = new AbortController()
    client
      .call(alike, { id: line.id }, { signal: ended.signal })
      .then((found) => setPayments(found.payments))
      .catch((failure: unknown) => ended.signal.aborted || setError(failure))
    return () => ended.abort()
  }, [client, line.id])
  if (error !== undefined) return <Refusal error={error} words="statementLine" />
  return payments.length > 0 ? <SideBySide line={line} payments={payments} /> : null
}

const SideBySide = ({ line, payments }: { line: Line; payments: readonly Alike[] }) => {
  const { t } = useTranslation()
  const { sen, day: dayOf } = useFormat()
  const bank = { orderNo: line.orderNo ?? '–', txid: line.txid, day: line.day, amount: line.amount }
  return (
    <div className="statement-table">
      <HTMLTable compact striped aria-label={t('statement:alike')}>
        <caption>{t('statement:alike')}</caption>
        <thead>
          <tr>
            {['direction', 'txid', 'day', 'orderNo', 'amount'].map((head) => (
              <th key={head} scope="col">
                {t(`statement:${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[bank, ...payments].map(({ txid, day, orderNo, amount }, nth) => (
            <tr key={txid}>
              <th scope="row">{t(nth === 0 ? 'statement:line' : 'statement:recordedPayment')}</th>
              <td>{txid}</td>
              <td>{dayOf(dayStart(day))}</td>
              <td>{orderNo}</td>
              <td className="statement-money">{sen(amount)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}
