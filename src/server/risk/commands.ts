import { sql } from 'kysely'
import type { DataOf } from '../../services/endpoint.ts'
import * as risk from '../../services/risk.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { say } from '../kit/i18n.ts'
import { badInput, refusedInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type Call, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'
import type { Staff } from '../staff/sessions.ts'
import { benchHandlers } from './bench.ts'
import { type ContentProblem, problemsOf } from './compile.ts'
import { expressionOf } from './expression.ts'
import type { RuleSetRow } from './projection.ts'
import { rulesOf, ruleSetStream } from './versions.ts'

const mostVersions = 500

/** Versions of the risk rules: drafted, tried on orders, proposed and published. */
export const riskHandlers = (server: Server) => {
  const { db, store, handle } = server
  const rules = rulesOf(server)
  const onBench = benchHandlers(server)

  handle(risk.versions, async () => {
    const rows = await db.sql.selectFrom('rule_set').selectAll().orderBy('number', 'desc').limit(mostVersions).execute()
    return { inForce: await rules.inForce(), versions: await named(rows) }
  })

  handle(risk.version, async ({ version: name }) => {
    const content = await rules.contentOf(name)
    if (!content) throw notFound()
    const row = await db.sql.selectFrom('rule_set').selectAll().where('number', '=', numberOf(name)).executeTakeFirst()
    if (!row) return { name, row: null, content, tests: [], refusal: null, state: null }
    const state = await store.state(ruleSetStream(name))
    const { tests, refusal } = state.context
    const names = await staffNames(
      db,
      tests.map(({ by }) => by),
    )
    return {
      name,
      row: (await named([row]))[0]!,
      content: state.context.content!,
      tests: tests.map(({ by, ...test }) => ({ ...test, by: { id: by, name: names.get(by) ?? by } })),
      refusal,
      // The answer already carries the content beside it.
      state: { ...state, context: { ...state.context, content: null } },
    }
  })

  handle(risk.check, async ({ expression }, call) => {
    const read = expressionOf(expression)
    if (!('problem' in read)) return { reads: read.reads, problem: null }
    const { problem, text, start, end } = read
    return { reads: [], problem: { message: say(call.language, `risk:problem.${problem}`, { text }), start, end } }
  })

  const { command, create, send } = commandsOf(server, 'ruleSet', ({ number }: { number: number }) => String(number))
  create(risk.draft, 'drafted', async ({ title, base }, call) => {
    const content = await rules.contentOf(base)
    if (!content) throw badInput([{ field: 'base', reason: 'ruleSet' }], call.language)
    const number = (await sql<{ n: number }>`select nextval('rule_set_number')::int as n`.execute(db.sql)).rows[0]!.n
    return { id: String(number), facts: { number, title, base, content } }
  })

  command(risk.save, 'edited', async ({ title, content }, call) => {
    refuseProblems(await problemsOf(content), call)
    return { title, content }
  })

  handle(risk.test, async ({ orderNo, ...body }, call) => {
    const done = await store.answered(call)
    if (done) return done
    const { edition } = (await store.state(ruleSetStream(body.number))).context
    const { decided, judged } = await onBench(String(body.number), orderNo, call)
    const changed = decided.outcome === judged.outcome ? 0 : 1
    const test = { kind: 'order' as const, subject: orderNo, judged: 1, changed }
    return send(body, call, { type: 'tried', ...stamp(call), edition, test })
  })

  command(risk.propose, 'publishProposed', async () => ({ replaces: await rules.inForce() }))

  // Of two concurrent publications one takes the place; the other is tried again and meets the version then in force.
  handle(risk.publish, async (body, call) => {
    const done = await store.answered(call)
    return (
      done ??
      againWhenTaken(async () => {
        const { inForce: replaces, place } = await rules.last()
        return send(body, call, { type: 'published', ...stamp(call), replaces, place: place + 1 })
      })
    )
  })

  command(risk.refuse, 'publishRefused', ({ reason }) => ({ reason }))
  command(risk.discard, 'discarded')

  const named = async (rows: readonly RuleSetRow[]): Promise<DataOf<typeof risk.versions>['versions']> => {
    const names = await staffNames(
      db,
      rows.flatMap(({ author, editor, proposer, publisher }) => [author, editor, proposer, publisher]),
    )
    const staff = (id: string) => ({ id, name: names.get(id) ?? id })
    return rows.map((row) => ({
      number: row.number,
      version: row.version,
      state: row.state,
      title: row.title,
      base: row.base,
      rules: row.rules,
      author: staff(row.author),
      createdAt: row.created_at,
      editor: staff(row.editor),
      editedAt: row.edited_at,
      proposer: row.proposer === null ? null : staff(row.proposer),
      publisher: row.publisher === null ? null : staff(row.publisher),
      publishedAt: row.published_at,
    }))
  }
}

// The built-in version has no number, and no row has number 0.
const numberOf = (name: string) => Number(/^\d+$/.test(name) ? name : 0)

const refuseProblems = (problems: readonly ContentProblem[], { language }: Call<Staff>) => {
  if (problems.length === 0) return
  throw refusedInput(problems, ({ rule, field, problem, text, start, end }) => ({
    field: rule === null ? field : `rules.${rule}.${field}`,
    reason: problem,
    message: say(language, `risk:problem.${problem}`, { text: text ?? '' }),
    ...(start !== undefined && { start, end }),
  }))
}
