import { sql } from 'kysely'
import { demoRoles } from '../../src/server/demo/staff.ts'
import { Refused } from '../../src/server/kit/refused.ts'
import { approvalModel } from './approval.model.ts'
import { type Move, moves, reviewers, staff } from './approval.moves.ts'
import { type Attempt, attempted, attempts, interfaceOf } from './approval.refused.ts'
import type { Driver, Order } from './approval.server.ts'
import { placeOf, refusedHere } from './model.ts'

export type Tried = { kind: string; what: string; expected: string; answer: string }

const ended = new Set(['new', 'passed', 'machineRejected', 'firstRejected', 'finalRejected', 'closed'])

/** Tries the given refusals on an order; throws when a refusal left a trace. Answers the tries. */
export const probe = async (driver: Driver, order: Order, chosen: readonly Attempt[]): Promise<Tried[]> => {
  const { app, ask, idOf } = driver
  const { standing, orderNo } = order
  const { version } = standing.state
  const key = () => `refused ${crypto.randomUUID()}`

  const asked = async (kind: string, move: Move, expected: string, seen = version): Promise<Tried> => {
    const { code, data } = await ask(order, move, key(), seen)
    // Some commands look the order up before they ask the chart.
    const answer = code === 404 && version === 0 ? expected : `${code} ${detailsOf(data)}`
    return { kind, what: `${move.type} by ${move.by}${move.to ? ` to ${move.to}` : ''}`, expected, answer }
  }

  /** Sends an event to the store directly, as the server's own work does: no endpoint can send it. */
  const sent = async (attempt: Attempt): Promise<Tried> => {
    const { kind, move, via, reason } = attempt
    const event = attempted(attempt, standing, app.clock.now(), idOf)
    const [outcome] = await app.server.store.append([{ stream: `approval/${orderNo}`, event, via, key: key() }])
    const answer = outcome instanceof Refused ? `${outcome.code} ${detailsOf(outcome.data)}` : 'taken'
    return { kind, what: `${move.type} via ${via}`, expected: `422 approval:guard.${reason}`, answer }
  }

  const before = await tracesOf(driver)
  const tried: Tried[] = []
  for (const attempt of chosen)
    tried.push(hasCall(attempt) ? await asked(attempt.kind, attempt.move, refusalOf(attempt)) : await sent(attempt))
  for (const move of moves.filter(({ by }) => staff.includes(by)))
    if (refusedHere(approvalModel, standing, move) === undefined)
      tried.push(await asked('an old version', move, `409 ${placeOf(standing)} ${version}`, version - 1))
  if (!ended.has(placeOf(standing)))
    tried.push(await asked('a second application', { type: 'submitted', by: 'app', outlook: 'passes' }, '422 '))
  const isRefused = tried.every(({ answer, expected }) => answer === expected)
  if (isRefused && (await tracesOf(driver)) !== before)
    throw new Error(`a refusal in ${placeOf(standing)} left a trace`)
  return tried
}

/**
 * Every attempt about people and deadlines, and one in turn of each group that differs only in the actor or the
 * interface.
 */
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
  // A person who does not decide at this stage fails validation already.
  const stage = move.type.startsWith('first') ? reviewers.first : reviewers.final
  return move.to && !stage.includes(move.to) ? '400 ' : `422 approval:guard.${reason}`
}

const mayCall = (name: string, via: string) => {
  if (!staff.includes(name)) return true
  const role = name.split('.')[0] as keyof typeof demoRoles
  return (demoRoles[role].interfaces as readonly string[]).includes(via)
}

/** The details of a refusal: the chart's reason, or the state and version of who came first. */
const detailsOf = (data: unknown): string => {
  const { reason, state, version } = (data ?? {}) as { reason?: string; state?: string; version?: number }
  return reason ?? (state ? `${state} ${version}` : '')
}

/** The log, the used keys and the pending work as text; a refusal must change none of it. */
const tracesOf = async ({ app }: Driver): Promise<string> => {
  const { rows } = await sql<{ traces: string }>`
    select json_build_array(
      (select pos || hash from es_head), (select count(*) from es_event), (select count(*) from es_command),
      (select sum(version) from es_stream), (select count(*) from es_effect), (select sum(at) from es_deadline),
      (select count(*) from person), (select count(*) from document))::text as traces`.execute(app.db.sql)
  return rows[0]!.traces
}
