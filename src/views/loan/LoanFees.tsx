import { HTMLTable } from '@blueprintjs/core'
import { useMemo } from 'react'
import { feesUpTo } from '../../machines/loanStatement.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import type { Told } from './subject.ts'
import { rateIn } from './words.ts'

/** The overdue fees per day, newest first: instalment, rate and amount. */
export const LoanFees = ({ told }: { told: Told }) => {
  const format = useFormat()
  const { t, number } = format
  const fees = useMemo(() => feesUpTo(told.book, told.day).toReversed(), [told])
  return (
    <Facts title="loan:detail.fees" aside={<small className="quiet">{t('loan:detail.inRupiah')}</small>}>
      {fees.length === 0 ? (
        <p className="quiet">{t('loan:detail.noFees')}</p>
      ) : (
        // A scrollable region must be focusable, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="detail-table loan-long" aria-label={t('loan:detail.fees')} tabIndex={0}>
          <HTMLTable compact className="loan-table" aria-label={t('loan:detail.fees')}>
            <thead>
              <tr>
                <th scope="col">{t('loan:detail.day')}</th>
                <th scope="col">{t('loan:detail.instalment')}</th>
                <th scope="col">{t('loan:detail.daysOverdue')}</th>
                <th scope="col">{t('loan:detail.rate')}</th>
                <th scope="col">{t('loan:detail.overduePrincipal')}</th>
                <th scope="col">{t('loan:detail.fee')}</th>
              </tr>
            </thead>
            <tbody>
              {fees.map(({ day, term, daysOverdue, rate, principal, fee }) => (
                <tr key={`${day} ${term}`}>
                  <th scope="row" className="loan-day">
                    {dayIn(day, format)}
                  </th>
                  <td>{term}</td>
                  <td>{daysOverdue}</td>
                  <td>{rateIn(rate, format)}</td>
                  <td>{number(principal)}</td>
                  <td>{number(fee)}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </section>
      )}
    </Facts>
  )
}
