import type { LifecycleEvent } from '../../machines/lifecycles.ts'
import * as approval from '../../services/approval.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound, Refused } from '../kit/refused.ts'
import { policy } from '../policy.ts'
import { reviewersOf } from '../reviewers/people.ts'
import type { Server } from '../server.ts'
import { reachable, reachOf } from '../staff/appScope.ts'
import { type CallOf, origin, stamp } from '../staff/call.ts'
import type { Command } from '../store/command.ts'
import { approveDetail } from './detail.ts'
import { approveFind } from './find.ts'
import { payoutOf } from './intake.ts'
import { approveLists } from './lists.ts'
import { approveRelated } from './related.ts'
import { approveReveal } from './reveal.ts'

/** The review: its lists, an application's detail, and the decisions on it. */
export const approvalHandlers = (server: Server) => {
  const { db, store, handle } = server
  approveLists(server)
  approveFind(server)
  approveDetail(server)
  approveReveal(server)
  approveRelated(server)

  handle(approval.reviewers, async ({ stage }) => ({ reviewers: await reviewersOf(db, stage) }))

  /** Sends one decision's event to its application; throws not found when there is no such application. */
  const decide = async (
    body: { orderNo: string; version: number },
    call: CallOf<typeof approval.firstClaim>,
    event: LifecycleEvent,
    reads: Command['reads'] = [],
  ) => {
    const stream = `approval/${body.orderNo}`
    try {
      return await store.send({ stream, version: body.version, event, ...origin(call), reads })
    } catch (error) {
      if (error instanceof Refused && (await store.version(stream)) === 0) throw notFound()
      throw error
    }
  }

  const claimTtl = { claimTtl: policy.claimTtl }

  const assignee = async (
    { to, orderNo }: { to: string; orderNo: string },
    stage: 'first' | 'final',
    language: CallOf<typeof approval.list>['language'],
  ) => {
    const able = await reviewersOf(db, stage)
    // The assignee must have the order within their own app scope.
    const within = await reachable(db, able.some(({ id }) => id === to) ? await reachOf(db, to) : [], [orderNo])
    if (!within.has(orderNo)) throw badInput([{ field: 'to', reason: 'reviewer' }], language)
    return { to, ...claimTtl }
  }

  const decision = async ({ orderNo, amount, term, note }: BodyOf<typeof approval.firstPass>) => {
    const product = await db.sql
      .selectFrom('approval')
      .innerJoin('product', 'product.code', 'approval.product')
      .select(['product.terms', 'product.min_amount', 'product.max_amount'])
      .where('order_no', '=', orderNo)
      .executeTakeFirst()
    if (!product) throw notFound()
    return { amount, term, note, terms: product.terms, floor: product.min_amount, cap: product.max_amount }
  }

  const verdict = ({ reason, note }: { reason: string; note: string }) => ({ reason, note })

  handle(approval.firstClaim, (body, call) => decide(body, call, { type: 'firstClaimed', ...stamp(call), ...claimTtl }))
  handle(approval.firstAssign, async (body, call) =>
    decide(body, call, { type: 'firstAssigned', ...stamp(call), ...(await assignee(body, 'first', call.language)) }),
  )
  handle(approval.firstRelease, (body, call) => decide(body, call, { type: 'firstReleased', ...stamp(call) }))
  handle(approval.firstRecall, (body, call) => decide(body, call, { type: 'firstRecalled', ...stamp(call) }))
  handle(approval.firstReassign, async (body, call) =>
    decide(body, call, {
      type: 'firstReassigned',
      ...stamp(call),
      ...(await assignee(body, 'first', call.language)),
    }),
  )
  handle(approval.firstPass, async (body, call) =>
    decide(body, call, { type: 'firstPassed', ...stamp(call), ...(await decision(body)) }),
  )
  handle(approval.firstReject, (body, call) =>
    decide(body, call, { type: 'firstRejected', ...stamp(call), ...verdict(body) }),
  )
  handle(approval.firstReturn, (body, call) =>
    decide(body, call, {
      type: 'returned',
      ...stamp(call),
      ...verdict(body),
      mend: body.mend,
      returnTtl: policy.returnTtl,
    }),
  )

  handle(approval.finalClaim, (body, call) => decide(body, call, { type: 'finalClaimed', ...stamp(call), ...claimTtl }))
  handle(approval.finalAssign, async (body, call) =>
    decide(body, call, { type: 'finalAssigned', ...stamp(call), ...(await assignee(body, 'final', call.language)) }),
  )
  handle(approval.finalRelease, (body, call) => decide(body, call, { type: 'finalReleased', ...stamp(call) }))
  handle(approval.finalRecall, (body, call) => decide(body, call, { type: 'finalRecalled', ...stamp(call) }))
  handle(approval.finalReassign, async (body, call) =>
    decide(body, call, {
      type: 'finalReassigned',
      ...stamp(call),
      ...(await assignee(body, 'final', call.language)),
    }),
  )
  handle(approval.finalPass, async (body, call) =>
    decide(body, call, { type: 'finalPassed', ...stamp(call), ...(await decision(body)) }),
  )
  handle(approval.finalReject, (body, call) =>
    decide(body, call, { type: 'finalRejected', ...stamp(call), ...verdict(body) }),
  )
  handle(approval.finalSendBack, (body, call) =>
    decide(body, call, { type: 'sentBack', ...stamp(call), ...verdict(body) }),
  )

  handle(approval.undo, (body, call) =>
    againWhenTaken(async () => {
      const { sent: payoutSent, read } = await payoutOf(store, body.orderNo)
      return decide(body, call, { type: 'approvalUndone', ...stamp(call), ...verdict(body), payoutSent }, [read])
    }),
  )
}
