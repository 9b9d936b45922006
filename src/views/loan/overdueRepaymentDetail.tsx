import { addDays, dayStart } from '../../machines/calendar.ts'
import { to } from '../../machines/paths.ts'
import { type Instalment, plan, planCount } from '../../services/loan.lists.ts'
import { dayScreen } from '../list/dayScreen.tsx'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byNik, byOrderNo, byPhone } from '../list/ofOrder.ts'
import { byName } from '../list/ofOrder.ts'
import { dayIn } from '../shared/day.ts'
import { Audience } from '../smsBatch/Audience.tsx'
import { plan as columns } from './columns.tsx'
import { byChannel, byProduct } from './filters.ts'

const listOf = (date: string) =>
  listScreen({
    name: 'overdueRepaymentDetail',
    about: (format) => format.t('loan:list.dueOn', { day: dayIn(date, format) }),
    counted: 'loan:list.instalmentCount',
    empty: 'loan:list.emptyOverdue',
    list: plan,
    count: planCount,
    kind: 'loan',
    where: { status: 'overdue', dueFrom: dayStart(date), dueTo: dayStart(addDays(date, 1)) },
    grid: true,
    audience: (of, filter) => <Audience list={of} filter={filter} />,
    columns: [
      columns.orderNo,
      columns.customer,
      columns.phone,
      columns.term,
      columns.daysOverdue,
      columns.amount,
      columns.paid,
      columns.fee,
      columns.reduced,
      columns.afterReduction,
      columns.remaining,
      columns.principal,
      columns.interest,
      columns.originalDue,
      columns.loanState,
      columns.product,
      columns.app,
      columns.channel,
      columns.virtualAccount,
      columns.nik,
    ],
    filters: [byOrderNo, byPhone, byNik, byName, byApp, byChannel, byProduct],
    keyOf: ({ orderNo, term }: Instalment) => `${orderNo}/${term}`,
    row: ({ orderNo }: Instalment) => to.loanOfOrder({ orderNo }),
  })

/** The overdue instalments of one due day. */
export const screen = dayScreen(listOf, { title: 'loan:list.noSuchDay', text: 'loan:list.noSuchDayText' })
