import { HTMLTable } from '@blueprintjs/core'
import { leftOf, leftOfLine, oldestOpen, type Part, sum } from '../../machines/allocation.ts'
import { daysBetween } from '../../machines/calendar.ts'
import { Facts } from '../detail/Facts.tsx'
import { useFormat } from '../shared/format.ts'
import type { Told } from './subject.ts'
import { dayIn, daysIn } from './words.ts'

const together = (parts: readonly Part[]): Part => ({
  due: sum(parts.map(({ due }) => due)),
  paid: sum(parts.map(({ paid }) => paid)),
  reduced: sum(parts.map(({ reduced }) => reduced)),
})

/** Totals per part: owed, paid, reduced and left. */
export const LoanBalances = ({ told: { ledger, day } }: { told: Told }) => {
  const format = useFormat()
  const { t, money, number } = format
  const { lines, rolloverCharges, paid, credit } = ledger
  const parts = (['interest', 'principal', 'fee'] as const).map((name) => ({
    name,
    part: together(lines.map((line) => line[name])),
  }))
  const oldest = oldestOpen(lines)
  const overdue = oldest ? Math.max(0, daysBetween(oldest.due, day)) : 0
  return (
    <Facts
      title="ledger:balances"
      aside={<span className="quiet">{t('ledger:asOfDay', { day: dayIn(day, format) })}</span>}
      facts={{
        'ledger:remaining': <strong>{money(sum(lines.map(leftOfLine)))}</strong>,
        'ledger:oldestDue': oldest && dayIn(oldest.due, format),
        'ledger:daysOverdue': overdue === 0 ? '' : daysIn(overdue, format),
        'ledger:received': money(paid),
        'ledger:rolloverCharges': money(rolloverCharges),
        'ledger:credit': money(credit),
      }}
    >
      <div className="detail-table">
        <HTMLTable compact className="loan-table" aria-label={t('ledger:balances')}>
          <thead>
            <tr>
              <th scope="col">{t('ledger:ofWhat')}</th>
              <th scope="col">{t('ledger:owed')}</th>
              <th scope="col">{t('ledger:paid')}</th>
              <th scope="col">{t('ledger:reduced')}</th>
              <th scope="col">{t('ledger:left')}</th>
            </tr>
          </thead>
          <tbody>
            {[...parts, { name: 'total', part: together(parts.map(({ part }) => part)) }].map(({ name, part }) => (
              <tr key={name} className={name === 'total' ? 'loan-total' : undefined}>
                <th scope="row">{t(`ledger:${name}`)}</th>
                <td>{number(part.due)}</td>
                <td>{number(part.paid)}</td>
                <td>{number(part.reduced)}</td>
                <td>{number(leftOf(part))}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </Facts>
  )
}
