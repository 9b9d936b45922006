import { createElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { type Arrival, dayList, dayTotals } from '../../services/loan.ts'
import { byApp, byNik, byOrderNo, byPhone } from '../approve/filters.ts'
import { isDay } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byName } from '../order/filters.ts'
import { dayIn } from '../repay/words.ts'
import type { Screen } from '../screens.ts'
import { Notice } from '../shared/Notice.tsx'
import * as columns from './columns.tsx'
import { byChannel, byProduct, isReturned } from './filters.ts'

const listOf = (date: string) =>
  listScreen({
    name: 'loanDetail',
    about: (format) => dayIn(date, format),
    empty: 'payouts:emptyDay',
    list: dayList,
    count: dayTotals,
    kind: 'payout',
    where: { day: date },
    sorted: 'arrivedAt',
    grid: true,
    columns: [
      columns.orderNo,
      columns.customer,
      columns.amount,
      columns.arrivedAt,
      columns.channel,
      columns.bank,
      columns.account,
      columns.txid,
      columns.returnedAt,
      columns.code,
      columns.maker,
      columns.checker,
      columns.product,
      columns.app,
      columns.phone,
    ],
    filters: [byOrderNo, byPhone, byNik, byName, byChannel, byProduct, byApp, isReturned],
    keyOf: ({ txid }: Arrival) => txid,
    row: ({ orderNo }: Arrival) => to.approveDetail({ orderNo }),
    opens: 'approveDetail',
  })

// A list is one component as long as it is looked at.
const lists = new Map<string, Screen>()
const listFor = (date: string): Screen => {
  const list = lists.get(date) ?? listOf(date)
  lists.set(date, list)
  return list
}

/** What arrived on one day, payout by payout. */
const LoanDetail = () => {
  const { t } = useTranslation()
  const { date } = useParams()
  if (!isDay(date)) return <Notice title={t('payouts:noSuchDay')} text={t('payouts:noSuchDayText')} />
  return createElement(listFor(date))
}

export const screen: Screen = LoanDetail
