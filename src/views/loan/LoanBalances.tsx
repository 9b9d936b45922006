import { HTMLTable } from '@blueprintjs/core'
import { leftOf, leftOfLine, oldestOpen, type Part, sum } from '../../machines/allocation.ts'
import { daysBetween } from '../../machines/calendar.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import type { Told } from './subject.ts'
import { daysIn } from './words.ts'

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
      title="loan:detail.balances"
      aside={<span className="quiet">{t('loan:detail.asOfDay', { day: dayIn(day, format) })}</span>}
      facts={{
        'loan:detail.remaining': <strong>{money(sum(lines.map(leftOfLine)))}</strong>,
        'loan:detail.oldestDue': oldest && dayIn(oldest.due, format),
        'loan:detail.daysOverdue': overdue === 0 ? '' : daysIn(overdue, format),
        'loan:detail.received': money(paid),
        'loan:detail.rolloverCharges': money(rolloverCharges),
        'loan:detail.credit': money(credit),
      }}
    >
      <div className="detail-table">
        <HTMLTable compact className="loan-table" aria-label={t('loan:detail.balances')}>
          <thead>
            <tr>
              <th scope="col">{t('loan:detail.ofWhat')}</th>
              <th scope="col">{t('loan:detail.owed')}</th>
              <th scope="col">{t('loan:detail.paid')}</th>
              <th scope="col">{t('loan:detail.reduced')}</th>
              <th scope="col">{t('loan:detail.left')}</th>
            </tr>
          </thead>
          <tbody>
            {[...parts, { name: 'total', part: together(parts.map(({ part }) => part)) }].map(({ name, part }) => (
              <tr key={name} className={name === 'total' ? 'loan-total' : undefined}>
                <th scope="row">{t(`loan:detail.${name}`)}</th>
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
