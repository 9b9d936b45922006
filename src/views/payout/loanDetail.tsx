import { to } from '../../machines/paths.ts'
import { type Arrival, dayList, dayTotals } from '../../services/payout.ts'
import { dayScreen } from '../list/dayScreen.tsx'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byNik, byOrderNo, byPhone } from '../list/ofOrder.ts'
import { byName } from '../list/ofOrder.ts'
import { dayIn } from '../shared/day.ts'
import { arrivals } from './columns.tsx'
import { byChannel, byProduct, isReturned } from './filters.ts'

const listOf = (date: string) =>
  listScreen({
    name: 'loanDetail',
    about: (format) => dayIn(date, format),
    empty: 'payout:screen.emptyDay',
    list: dayList,
    count: dayTotals,
    kind: 'payout',
    where: { day: date },
    sorted: 'arrivedAt',
    grid: true,
    columns: [
      arrivals.orderNo,
      arrivals.customer,
      arrivals.amount,
      arrivals.arrivedAt,
      arrivals.channel,
      arrivals.bank,
      arrivals.account,
      arrivals.txid,
      arrivals.returnedAt,
      arrivals.returnedAmount,
      arrivals.code,
      arrivals.maker,
      arrivals.checker,
      arrivals.product,
      arrivals.app,
      arrivals.phone,
    ],
    filters: [byOrderNo, byPhone, byNik, byName, byChannel, byProduct, byApp, isReturned],
    keyOf: ({ txid }: Arrival) => txid,
    row: ({ orderNo }: Arrival) => to.approveDetail({ orderNo }),
  })

/** The payouts that arrived on one day. */
export const screen = dayScreen(listOf, { title: 'payout:screen.noSuchDay', text: 'payout:screen.noSuchDayText' })
