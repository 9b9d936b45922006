import { sql } from 'kysely'
import { demoRoles } from '../../src/server/demo/staff.ts'
import { Refused } from '../../src/server/kit/refused.ts'
import { approvalModel } from './approval.model.ts'
import { type Move, moves, reviewers, staff } from './approval.moves.ts'
import { type Attempt, attempted, attempts, interfaceOf } from './approval.refused.ts'
import type { Desk, Order } from './approval.server.ts'
import { placeOf, refusedHere } from './model.ts'

export type Tried = { kind: string; what: string; expected: string; answer: string }

const ended = new Set(['new', 'passed', 'machineRejected', 'firstRejected', 'finalRejected', 'closed'])

/** Tries what must be refused where an order stands, and throws when a refusal left a trace. Answers what was tried. */
export const probe = async (desk: Desk, order: Order, chosen: readonly Attempt[]): Promise<Tried[]> => {
  const { app, ask, idOf } = desk
  const { standing, orderNo } = order
  const { version } = standing.state
  const key = () => `refused ${crypto.randomUUID()}`

  const asked = async (kind: string, move: Move, expected: string, seen = version): Promise<Tried> => {
    const { code, data } = await ask(order, move, key(), seen)
    // Some commands look the order up before the chart is asked.
    const answer = code === 404 && version === 0 ? expected : `${code} ${detailsOf(data)}`
    return { kind, what: `${move.type} by ${move.by}${move.to ? ` to ${move.to}` : ''}`, expected, answer }
  }

  /** At the store, where the server's own work comes in: for what no endpoint can send. */
  const sent = async (attempt: Attempt): Promise<Tried> => {
    const { kind, move, via, reason } = attempt
    const event = attempted(attempt, standing, app.clock.now(), idOf)
    const [outcome] = await app.server.store.append([{ stream: `approval/${orderNo}`, event, via, key: key() }])
    const answer = outcome instanceof Refused ? `${outcome.code} ${detailsOf(outcome.data)}` : 'taken'
    return { kind, what: `${move.type} via ${via}`, expected: `422 approval:guard.${reason}`, answer }
  }

  const before = await tracesOf(desk)
  const tried: Tried[] = []
  for (const attempt of chosen)
    tried.push(hasCall(attempt) ? await asked(attempt.kind, attempt.move, refusalOf(attempt)) : await sent(attempt))
  for (const move of moves.filter(({ by }) => staff.includes(by)))
    if (refusedHere(approvalModel, standing, move) === undefined)
      tried.push(await asked('an old version', move, `409 ${placeOf(standing)} ${version}`, version - 1))
  if (!ended.has(placeOf(standing)))
    tried.push(await asked('a second application', { type: 'submitted', by: 'app', outlook: 'passes' }, '422 '))
  const isRefused = tried.every(({ answer, expected }) => answer === expected)
  if (isRefused && (await tracesOf(desk)) !== before) throw new Error(`a refusal in ${placeOf(standing)} left a trace`)
  return tried
}

/** Every attempt about people and deadlines, and of those that differ only in whom or what they come through, one in turn. */
export const inTurn = (order: Order, turn: number): Attempt[] => {
  const groups = Map.groupBy(attempts(order.standing), (attempt) => groupOf(attempt))
  return [...groups.values()].map((group) => group[turn % group.length]!)
}

const groupOf = ({ kind, move, timer }: Attempt) =>
  kind === 'an offered event by another person'
    ? JSON.stringify([kind, move])
    : JSON.stringify([kind, move.type, timer?.armed])

const hasCall = ({ move, via }: Attempt) => move.by !== 'SYS' && move.type !== 'submitted' && via === interfaceOf(move)

const refusalOf = ({ move, via, reason }: Attempt): string => {
  if (!mayCall(move.by, via)) return '4030 '
  // Whoever does not decide at this stage is no field's value at all.
  const stage = move.type.startsWith('first') ? reviewers.first : reviewers.final
  return move.to && !stage.includes(move.to) ? '400 ' : `422 approval:guard.${reason}`
}

const mayCall = (name: string, via: string) => {
  if (!staff.includes(name)) return true
  const role = name.split('.')[0] as keyof typeof demoRoles
  return (demoRoles[role].interfaces as readonly string[]).includes(via)
}

/** What a refusal says beside its code: the chart's reason, or who was faster. */
const detailsOf = (data: unknown): string => {
  const { reason, state, version } = (data ?? {}) as { reason?: string; state?: string; version?: number }
  return reason ?? (state ? `${state} ${version}` : '')
}

/** How long the log is, which keys were used, and what is still to do: a refusal changes none of it. */
const tracesOf = async ({ app }: Desk): Promise<string> => {
  const { rows } = await sql<{ traces: string }>`
    select json_build_array(
      (select pos || hash from es_head), (select count(*) from es_event), (select count(*) from es_command),
      (select sum(version) from es_stream), (select count(*) from es_effect), (select sum(at) from es_deadline),
      (select count(*) from person), (select count(*) from document))::text as traces`.execute(app.db.sql)
  return rows[0]!.traces
}
