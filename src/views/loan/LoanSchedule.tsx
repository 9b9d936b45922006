import { HTMLTable, type Intent } from '@blueprintjs/core'
import { leftOf, leftOfLine, type Line } from '../../machines/allocation.ts'
import { daysBetween } from '../../machines/calendar.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import type { Told } from './subject.ts'
import { daysIn } from './words.ts'

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
    <Facts title="loan:detail.schedule" aside={<small className="quiet">{t('loan:detail.inRupiah')}</small>}>
      <div className="detail-table">
        <HTMLTable compact className="loan-table" aria-label={t('loan:detail.schedule')}>
          <thead>
            <tr>
              <th scope="col">{t('loan:detail.instalment')}</th>
              <th scope="col">{t('loan:detail.owed')}</th>
              <th scope="col">{t('loan:detail.paid')}</th>
              <th scope="col">{t('loan:detail.reduced')}</th>
              <th scope="col">{t('loan:detail.left')}</th>
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
          {t('loan:detail.number', { term: line.term })}
          {' · '}
          {t('loan:detail.dueOn', { day: dayIn(line.due, format) })}
          {line.due !== line.originalDue && (
            <small> {t('loan:detail.originalDue', { day: dayIn(line.originalDue, format) })}</small>
          )}{' '}
          <Tag intent={intents[status] ?? 'none'}>{t(`loan:detail.status.${status}`)}</Tag>
          {status === 'overdue' && <small> {t('loan:detail.overdueFor', { days: daysIn(overdue, format) })}</small>}
        </th>
      </tr>
      {parts.map((part) => (
        <tr key={part}>
          <th scope="row">{t(`loan:detail.${part}`)}</th>
          <td>{number(line[part].due)}</td>
          <td>{number(line[part].paid)}</td>
          <td>{number(line[part].reduced)}</td>
          <td>{number(leftOf(line[part]))}</td>
        </tr>
      ))}
    </tbody>
  )
}
