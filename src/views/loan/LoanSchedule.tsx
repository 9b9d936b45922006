import { HTMLTable, type Intent } from '@blueprintjs/core'
import { leftOf, leftOfLine, type Line } from '../../machines/allocation.ts'
import { daysBetween } from '../../machines/calendar.ts'
import { Facts } from '../detail/Facts.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import type { Told } from './subject.ts'
import { dayIn, daysIn } from './words.ts'

const parts = ['interest', 'principal', 'fee'] as const
const intents: Record<string, Intent> = {
  settled: 'success',
  open: 'none',
  due: 'warning',
  overdue: 'danger',
  writtenOff: 'danger',
}

const statusOf = (line: Line, overdue: number, isWrittenOff: boolean) => {
  if (leftOfLine(line) === 0) return 'settled'
  if (isWrittenOff) return 'writtenOff'
  if (overdue > 0) return 'overdue'
  return overdue === 0 ? 'due' : 'open'
}

/** Each instalment with its due day and, per part, what is owed, paid, reduced and left. */
export const LoanSchedule = ({ told: { book, ledger, day } }: { told: Told }) => {
  const { t } = useFormat()
  const isWrittenOff = book.entries.some(({ kind }) => kind === 'writtenOff')
  return (
    <Facts title="ledger:schedule" aside={<small className="quiet">{t('ledger:inRupiah')}</small>}>
      <div className="detail-table">
        <HTMLTable compact className="loan-table" aria-label={t('ledger:schedule')}>
          <thead>
            <tr>
              <th scope="col">{t('ledger:instalment')}</th>
              <th scope="col">{t('ledger:owed')}</th>
              <th scope="col">{t('ledger:paid')}</th>
              <th scope="col">{t('ledger:reduced')}</th>
              <th scope="col">{t('ledger:left')}</th>
            </tr>
          </thead>
          {ledger.lines.map((line) => (
            <Instalment key={line.term} line={line} day={day} isWrittenOff={isWrittenOff} />
          ))}
        </HTMLTable>
      </div>
    </Facts>
  )
}

const Instalment = ({ line, day, isWrittenOff }: { line: Line; day: string; isWrittenOff: boolean }) => {
  const format = useFormat()
  const { t, number } = format
  const overdue = daysBetween(line.due, day)
  const status = statusOf(line, overdue, isWrittenOff)
  return (
    <tbody>
      <tr className="loan-instalment">
        <th scope="rowgroup" colSpan={5}>
          {t('ledger:number', { term: line.term })}
          {' · '}
          {t('ledger:dueOn', { day: dayIn(line.due, format) })}
          {line.due !== line.originalDue && (
            <small> {t('ledger:originalDue', { day: dayIn(line.originalDue, format) })}</small>
          )}{' '}
          <Tag intent={intents[status] ?? 'none'}>{t(`ledger:status.${status}`)}</Tag>
          {status === 'overdue' && <small> {t('ledger:overdueFor', { days: daysIn(overdue, format) })}</small>}
        </th>
      </tr>
      {parts.map((part) => (
        <tr key={part}>
          <th scope="row">{t(`ledger:${part}`)}</th>
          <td>{number(line[part].due)}</td>
          <td>{number(line[part].paid)}</td>
          <td>{number(line[part].reduced)}</td>
          <td>{number(leftOf(line[part]))}</td>
        </tr>
      ))}
    </tbody>
  )
}
