import { sql } from 'kysely'
import { machineOutcome } from '../../machines/approval.facts.ts'
import { firstRules, firstVersion } from '../../machines/rules.first.ts'
import type { Rule, RuleContent } from '../../machines/rules.ts'
import type { RuleSetEvent } from '../../machines/ruleSet.ts'
import * as risk from '../../services/risk.ts'
import { compileRules } from '../risk/compile.ts'
import { lastReview } from '../risk/reviewInputs.ts'
import { ruleSetStream } from '../risk/versions.ts'
import type { Server } from '../server.ts'

const minute = 60_000

const newInJob: Rule = {
  name: 'newInJob',
  category: 'income',
  words: { id: 'Baru bekerja', en: 'New in the job', zh: '入职时间短' },
  expression: 'employedMonths < 6 && amount > monthlyIncome / 2',
  kind: 'weighted',
  points: 40,
}
const muchOwed: Rule = {
  name: 'muchOwed',
  category: 'bureau',
  words: { id: 'Banyak utang dibanding penghasilan', en: 'Much owed for the income', zh: '负债相对收入过高' },
  expression: 'remainingLoan + amount > monthlyIncome * 4',
  kind: 'knockOut',
  points: 0,
}

const plus = (content: RuleContent, rule: Rule): RuleContent => ({ ...content, rules: [...content.rules, rule] })

type Fact = RuleSetEvent extends infer Event ? (Event extends RuleSetEvent ? Omit<Event, 'by' | 'at'> : never) : never

/** Makes a version that one of the risk staff made and tried and another published, and a tried draft after it. */
export const makeRuleSets = async (server: Server, staff: readonly string[]): Promise<void> => {
  const { db, store, clock } = server
  const [maker, other] = staff as [string, string]
  const newest = await db.sql
    .selectFrom('approval')
    .innerJoin('review_input', 'review_input.order_no', 'approval.order_no')
    .select(['approval.order_no', 'approval.round'])
    .orderBy('applied_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return

  const test = async (content: RuleContent): Promise<Fact> => {
    const { inputs } = (await lastReview(db, newest.order_no, newest.round))!
    const [then, now] = [firstRules, content].map((rules) => machineOutcome(compileRules('', rules).judge(inputs)))
    const changed = then === now ? 0 : 1
    return { type: 'tried', edition: 1, test: { kind: 'order', subject: newest.order_no, judged: 1, changed } }
  }
  const tell = async (number: number, steps: readonly [Fact, string][]) => {
    const stream = ruleSetStream(number)
    for (const [index, [fact, by]] of steps.entries()) {
      const event = { ...fact, by, at: clock.now() - (10 - index) * minute }
      const via = (risk.commands as Record<string, { interface: string }>)[fact.type]!.interface
      await store.send({ stream, event, via, key: `demo ${index + 1} ${stream}` })
    }
    // The first version replaces the built-in one, which has no stream to retire.
    await db.sql.deleteFrom('es_effect').where('stream', '=', stream).execute()
  }

  const first = plus(firstRules, newInJob)
  const second = plus(first, muchOwed)
  await tell(1, [
    [{ type: 'drafted', number: 1, title: 'Masa kerja ikut dinilai', base: firstVersion, content: first }, maker],
    [await test(first), maker],
    [{ type: 'publishProposed', replaces: firstVersion }, maker],
    [{ type: 'published', replaces: firstVersion, place: 1 }, other],
  ])
  await tell(2, [
    [{ type: 'drafted', number: 2, title: 'Utang dibanding penghasilan', base: '1', content: second }, other],
    [await test(second), other],
  ])
  await sql`select setval('rule_set_number', 2)`.execute(db.sql)
}
