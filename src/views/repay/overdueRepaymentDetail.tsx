import { createElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { addDays, dayStart } from '../../machines/calendar.ts'
import { type Instalment, plan, planCount } from '../../services/repay.lists.ts'
import { byApp, byNik, byOrderNo, byPhone } from '../approve/filters.ts'
import { isDay } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byName } from '../order/filters.ts'
import type { Screen } from '../screens.ts'
import { Notice } from '../shared/Notice.tsx'
import * as columns from './columns.tsx'
import { byChannel, byProduct } from './filters.ts'
import { dayIn } from './words.ts'

const listOf = (date: string) =>
  listScreen({
    name: 'overdueRepaymentDetail',
    about: (format) => format.t('repay:dueOn', { day: dayIn(date, format) }),
    counted: 'repay:instalmentCount',
    empty: 'repay:emptyOverdue',
    list: plan,
    count: planCount,
    kind: 'loan',
    where: { status: 'overdue', dueFrom: dayStart(date), dueTo: dayStart(addDays(date, 1)) },
    grid: true,
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
    row: ({ orderNo }: Instalment) => columns.loanPath(orderNo),
    opens: 'repayQuery',
  })

// A list is one component as long as it is looked at.
const lists = new Map<string, Screen>()
const listFor = (date: string): Screen => {
  const list = lists.get(date) ?? listOf(date)
  lists.set(date, list)
  return list
}

/** What is overdue of one due day, instalment by instalment. */
const OverdueRepaymentDetail = () => {
  const { t } = useTranslation()
  const { date } = useParams()
  if (!isDay(date)) return <Notice title={t('repay:noSuchDay')} text={t('repay:noSuchDayText')} />
  return createElement(listFor(date))
}

export const screen: Screen = OverdueRepaymentDetail
