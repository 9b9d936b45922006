import { businessDay } from '../../machines/calendar.ts'
import { maskPerson } from '../../machines/masks.ts'
import * as loan from '../../services/loan.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { place } from '../staff/call.ts'
import { staffNames } from '../staff/names.ts'
import { stepOf } from '../staff/steps.ts'
import { limitsAt } from './inForce.ts'

/** Serves one order's loan with its history, from its events; the customer's name is masked. */
export const loanDetail = ({ db, store, vault, audit, handle }: Server) => {
  handle(loan.loan, async ({ orderNo }, call) => {
    const { record, person, ...order } = await orderOf(orderNo)
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'loanViewed',
      subject: `loan/${orderNo}`,
      data: { person, day: businessDay(call.now), ...place(call) },
    })
    return {
      orderNo,
      customer: maskPerson(record).name,
      product: order.product,
      app: order.app,
      today: businessDay(call.now),
      limits: await limitsAt({ db }, call.now),
      loan: await loanOf(orderNo),
    }
  })

  const orderOf = async (orderNo: string) => {
    const order = await db.sql
      .selectFrom('approval')
      .select(['person', 'person_version', 'product', 'app'])
      .where('order_no', '=', orderNo)
      .executeTakeFirst()
    if (!order) throw notFound()
    const [record] = await vault.read([{ person: order.person, version: order.person_version }])
    return { ...order, record }
  }

  const loanOf = async (orderNo: string) => {
    const stream = `loan/${orderNo}` as const
    // Read before the history, so that the history holds every event that led to this state.
    const state = await store.state(stream)
    if (state.version === 0) return null
    const history = await store.history(stream)
    const names = await staffNames(
      db,
      history.map(({ actor }) => actor),
    )
    return {
      history: history.slice(0, state.version).map((event) => stepOf(event, names)),
      state,
    }
  }
}
