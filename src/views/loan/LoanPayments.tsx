import { HTMLTable } from '@blueprintjs/core'
import { type ReactNode, useMemo } from 'react'
import { type Allotted, type Entry, paymentsUpTo } from '../../machines/ledger.ts'
import type { PaidBy } from '../../machines/paymentMethods.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { dayIn } from '../shared/day.ts'
import { type Format, useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { whoDid } from '../shared/who.ts'
import type { Told } from './subject.ts'

type Movement = Extract<Entry, { txid: string }>

const methodIn = ({ method, payChannel }: PaidBy, t: Format['t']) =>
  [t(`loan:method.${method}`), payChannel].filter(Boolean).join(', ')

const movementsOf = ({ book, day }: Told) =>
  book.entries.filter((entry): entry is Movement => 'txid' in entry && entry.day <= day)

/** All movements of money and the allocation of each payment; a reversed one is struck out. */
export const LoanPayments = ({ told }: { told: Told }) => {
  const { t } = useFormat()
  const movements = movementsOf(told).toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const allotted = useMemo(
    () => new Map(paymentsUpTo(told.book, told.day).map((one) => [one.payment.txid, one])),
    [told],
  )
  return (
    <Facts title="loan:detail.payments" aside={<small className="quiet">{t('loan:detail.inRupiah')}</small>}>
      {movements.length === 0 ? (
        <p className="quiet">{t('loan:detail.noPayments')}</p>
      ) : (
        <div className="detail-table">
          <HTMLTable compact className="loan-table" aria-label={t('loan:detail.payments')}>
            <thead>
              <tr>
                <th scope="col">{t('loan:detail.payment')}</th>
                <th scope="col">{t('loan:detail.interest')}</th>
                <th scope="col">{t('loan:detail.principal')}</th>
                <th scope="col">{t('loan:detail.fee')}</th>
              </tr>
            </thead>
            {movements.map((movement) => (
              <tbody key={movement.txid}>
                <MovementHead movement={movement} told={told} />
                <AllotmentRows allotted={allotted.get(movement.txid)} />
              </tbody>
            ))}
          </HTMLTable>
        </div>
      )}
    </Facts>
  )
}

const MovementHead = ({ movement, told }: { movement: Movement; told: Told }) => {
  const format = useFormat()
  const { t, money, instant } = format
  const isReversed = 'reversed' in movement && movement.reversed
  const step = told.history.find(
    ({ type, details }) => details.txid === movement.txid && eventOf[movement.kind] === type,
  )
  const text = (
    <>
      {dayIn(movement.day, format)} · {t(`loan:detail.kind.${movement.kind}`)} · {movement.txid} ·{' '}
      {money(movement.amount)}
      {'method' in movement && movement.method && ` · ${methodIn(movement, t)}`}
    </>
  )
  return (
    <tr className="loan-instalment">
      <th scope="rowgroup" colSpan={4}>
        {isReversed ? <del>{text}</del> : text} {isReversed && <Tag intent="danger">{t('loan:detail.isReversed')}</Tag>}
        {step && <small> {t('loan:detail.recorded', { who: whoDid(t, step), when: instant(step.at) })}</small>}
      </th>
    </tr>
  )
}

const eventOf = { repaid: 'repaid', rolledOver: 'rolloverPaid', refunded: 'creditRefunded' } as const

const AllotmentRows = ({ allotted }: { allotted: Allotted | undefined }): ReactNode => {
  const { t, number, money } = useFormat()
  if (!allotted) return null
  const { allotments, credit } = allotted
  return (
    <>
      {allotments.map(({ term, interest, principal, fee }) => (
        <tr key={term}>
          <th scope="row">{t('loan:detail.number', { term })}</th>
          <td>{number(interest)}</td>
          <td>{number(principal)}</td>
          <td>{number(fee)}</td>
        </tr>
      ))}
      {credit > 0 && (
        <tr>
          <th scope="row" colSpan={4} className="loan-credit">
            {t('loan:detail.creditIs', { amount: money(credit) })}
          </th>
        </tr>
      )}
    </>
  )
}
