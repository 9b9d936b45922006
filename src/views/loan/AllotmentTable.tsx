import { HTMLTable } from '@blueprintjs/core'
import type { Allotment } from '../../machines/ledger.ts'
import { useFormat } from '../shared/format.ts'

type AllotmentTableProps = { caption: string; allotments: readonly Allotment[]; credit: number }

const isOfSomething = ({ interest, principal, fee }: Allotment) => interest !== 0 || principal !== 0 || fee !== 0

/** The allocation of one payment: a row per instalment, and the credit that remained. */
export const AllotmentTable = ({ caption, allotments, credit }: AllotmentTableProps) => {
  const { t, number, money } = useFormat()
  return (
    <div className="detail-table">
      <HTMLTable compact className="loan-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('loan:detail.instalment')}</th>
            <th scope="col">{t('loan:detail.interest')}</th>
            <th scope="col">{t('loan:detail.principal')}</th>
            <th scope="col">{t('loan:detail.fee')}</th>
          </tr>
        </thead>
        <tbody>
          {allotments.filter(isOfSomething).map(({ term, interest, principal, fee }) => (
            <tr key={term}>
              <th scope="row">{t('loan:detail.number', { term })}</th>
              <td>{number(interest)}</td>
              <td>{number(principal)}</td>
              <td>{number(fee)}</td>
            </tr>
          ))}
          {credit !== 0 && (
            <tr>
              <th scope="row" colSpan={4} className="loan-credit">
                {t('loan:detail.creditIs', { amount: money(credit) })}
              </th>
            </tr>
          )}
        </tbody>
      </HTMLTable>
    </div>
  )
}
