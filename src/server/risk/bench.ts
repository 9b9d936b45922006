import { machineOutcome } from '../../machines/approval.facts.ts'
import type { DataOf } from '../../services/endpoint.ts'
import * as risk from '../../services/risk.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type Call, place } from '../staff/call.ts'
import type { Staff } from '../staff/sessions.ts'
import { compileInTurns, type Judgement } from './compile.ts'
import { lastReview } from './reviewInputs.ts'
import { inRows } from './ruleResults.ts'
import { rulesOf } from './versions.ts'

const outcomes = { machinePassed: 'passed', machineRejected: 'rejected', machineReferred: 'referred' } as const

const decisionOf = (judged: Judgement) => {
  const { ruleSet, score, rating } = judged
  return { outcome: outcomes[machineOutcome(judged)], ruleSet, score, rating }
}

/** The test bench judges one order with a version, on the inputs of its last review. Each use is in the audit. */
export const benchHandlers = ({ db, store, audit, handle }: Server) => {
  const rules = rulesOf({ db, store })
  const onBench = async (version: string, orderNo: string, call: Call<Staff>): Promise<DataOf<typeof risk.bench>> => {
    const content = await rules.contentOf(version)
    if (!content) throw notFound()
    const { context } = await store.state(`approval/${orderNo}`)
    const review = await lastReview(db, orderNo, context.round)
    if (!review || !context.finding) throw badInput([{ field: 'orderNo', reason: 'notReviewed' }], call.language)
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'reviewInputsViewed',
      subject: `approval/${orderNo}`,
      data: { person: review.person, round: review.round, ruleSet: version, viewing: call.key, ...place(call) },
    })
    const compiled = await compileInTurns(version, content)
    return {
      orderNo,
      round: review.round,
      reviewedAt: review.at,
      // A corrected bank account changes the finding, but not what the rules made of it.
      decided: decisionOf(context.finding),
      judged: decisionOf(compiled.judge(review.inputs)),
      rules: inRows(compiled, compiled.answers(review.inputs)),
    }
  }

  handle(risk.bench, ({ version, orderNo }, call) => onBench(version, orderNo, call))
  return onBench
}
