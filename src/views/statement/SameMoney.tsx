import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { dayStart } from '../../machines/calendar.ts'
import { type Alike, alike, type Line } from '../../services/statement.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { Refusal } from '../jobs/Refusal.tsx'
import { useFormat } from '../shared/format.ts'

/** A credit line beside the recorded repayments that may be the same money; nothing when there are none. */
export const SameMoney = ({ line }: { line: Line }) => {
  const { record, error } = useRecord(alike, { id: line.id }, { kind: 'statementLine', id: line.id })
  if (error !== undefined) return <Refusal error={error} words="statementLine" />
  return record?.payments.length ? <SideBySide line={line} payments={record.payments} /> : null
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
