import { approvalTimes } from '../../machines/approvalRules.ts'
import * as approval from '../../services/approval.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { rulesAt } from '../inForce.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import { reviewersOf } from '../reviewers/people.ts'
import type { Server } from '../server.ts'
import { reachable, appScopeOf } from '../staff/appScope.ts'
import { type CallOf, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
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

  const { command, send } = commandsOf(server, 'approval', ({ orderNo }: { orderNo: string }) => orderNo)

  const timesAt = async (at: number) => approvalTimes(await rulesAt(server, 'approvalRules', at))
  const claim = async (_body: unknown, { now }: { now: number }) => ({ claimTtl: (await timesAt(now)).claimTtl })

  const assignee = async (
    { to, orderNo }: { to: string; orderNo: string },
    stage: 'first' | 'final',
    { now, language }: Pick<CallOf<typeof approval.list>, 'now' | 'language'>,
  ) => {
    const able = await reviewersOf(db, stage)
    // The assignee must have the order within their own app scope.
    const within = await reachable(db, { apps: able.some(({ id }) => id === to) ? await appScopeOf(db, to) : [] }, [
      orderNo,
    ])
    if (!within.has(orderNo)) throw badInput([{ field: 'to', reason: 'reviewer' }], language)
    return { to, ...(await claim(undefined, { now })) }
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

  command(approval.firstClaim, 'firstClaimed', claim)
  command(approval.firstAssign, 'firstAssigned', (body, call) => assignee(body, 'first', call))
  command(approval.firstRelease, 'firstReleased')
  command(approval.firstRecall, 'firstRecalled')
  command(approval.firstReassign, 'firstReassigned', (body, call) => assignee(body, 'first', call))
  command(approval.firstPass, 'firstPassed', decision)
  command(approval.firstReject, 'firstRejected', verdict)
  command(approval.firstReturn, 'returned', async (body, { now }) => {
    const { mostReturns, ...times } = await rulesAt(server, 'approvalRules', now)
    return { ...verdict(body), mend: body.mend, returnTtl: approvalTimes(times).returnTtl, mostReturns }
  })

  command(approval.finalClaim, 'finalClaimed', claim)
  command(approval.finalAssign, 'finalAssigned', (body, call) => assignee(body, 'final', call))
  command(approval.finalRelease, 'finalReleased')
  command(approval.finalRecall, 'finalRecalled')
  command(approval.finalReassign, 'finalReassigned', (body, call) => assignee(body, 'final', call))
  command(approval.finalPass, 'finalPassed', decision)
  command(approval.finalReject, 'finalRejected', verdict)
  command(approval.finalSendBack, 'sentBack', verdict)

  handle(approval.undo, (body, call) =>
    againWhenTaken(async () => {
      const { sent: payoutSent, read } = await payoutOf(store, body.orderNo)
      const event = { type: 'approvalUndone' as const, ...stamp(call), ...verdict(body), payoutSent }
      return send(body, call, event, { reads: [read] })
    }),
  )
}
