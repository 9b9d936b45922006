import type { Approval, ApprovalEvent } from '../../machines/approval.facts.ts'
import { blank, evolve, type State } from '../../machines/kernel.ts'
import { machineOf } from '../../machines/lifecycles.ts'
import type { RuleInputs } from '../../machines/rules.ts'
import type { Customer } from '../../services/customer.ts'
import { createVault } from '../customers/vault.ts'
import type { Database } from '../db/database.ts'
import type { EventRow } from '../db/tables.ts'
import { projections } from '../processes.ts'
import { openInputs } from '../risk/reviewInputs.ts'
import type { Server } from '../server.ts'
import { factOf } from '../store/events.ts'
import { createStore } from '../store/store.ts'
import type { Lender } from './catalogue.ts'
import { makeOrders } from './orders.ts'
import { onScratch } from './scratch.ts'

/**
 * An event that a chart took, with the rule inputs of a machine review. `pending` are the effects it asked for, each
 * with the index of the template's step that ends it.
 */
export type Step = {
  event: ApprovalEvent
  version: number
  state: State
  inputs: RuleInputs | undefined
  pending: { effect: string; until: number }[]
}

/** A customer with all their orders to the end, in order of time. No two orders overlap. */
export type Template = { customer: Customer; steps: Step[] }

/** Sends stories of `count` orders through the charts to their ends, on scratch tables. */
export const makeTemplates = (server: Server, lender: Lender, count: number): Promise<Template[]> =>
  onScratch(server.db, async (db) => {
    const { ids } = server
    const store = createStore({ db, projections, ids })
    const apart = { ...server, db, store, vault: await createVault({ db, ids }) }
    const customers = await makeOrders(apart, lender, { count, until: Infinity, pictures: false })
    const rows = await db.sql.selectFrom('es_event').selectAll().orderBy('stream').orderBy('version').execute()
    const seen = await inputsSeen(db)
    const orders = [...Map.groupBy(rows, ({ stream }) => stream).values()].map((events) => stepsOf(events, seen))
    const byPerson = Map.groupBy(orders, ({ person }) => person)
    return customers.map(({ customer, person }) => ({
      customer,
      steps: byPerson
        .get(person)!
        .flatMap(({ steps }) => steps)
        .toSorted((one, other) => one.event.at - other.event.at)
        .map(({ event, version, state, inputs, ...taken }, index, all) => ({
          event,
          version,
          state,
          inputs,
          pending: pendingOf(taken, index, all),
        })),
    }))
  })

type Taken = Omit<Step, 'pending'> & { stream: string; effects: string[] }

/** Maps order and round to the rule inputs of that review. */
const inputsSeen = async (db: Database): Promise<ReadonlyMap<string, RuleInputs>> => {
  const rows = await db.sql
    .selectFrom('review_input')
    .innerJoin('person_key', 'person_key.person', 'review_input.person')
    .select(['order_no', 'round', 'data', 'key'])
    .execute()
  return new Map(rows.map((row) => [`${row.order_no} ${row.round}`, openInputs(row, row.key) as RuleInputs]))
}

const stepsOf = (
  rows: readonly EventRow[],
  seen: ReadonlyMap<string, RuleInputs>,
): { person: string; steps: Taken[] } => {
  const [{ stream }] = rows as [EventRow]
  let reached: { state: State; effects: string[] } = { state: blank(machineOf(stream)), effects: [] }
  const steps = rows.map((row) => {
    const { type, by, at, ...facts } = factOf(row)
    // The store hashes an event's fields in this order.
    const event = withoutAnswer({ type, by, at, ...facts } as ApprovalEvent)
    reached = evolve(machineOf(stream), reached.state, event)
    const { application } = reached.state.context as Approval
    const inputs = 'round' in event ? seen.get(`${application!.orderNo} ${event.round}`) : undefined
    return { stream, event, version: row.version, inputs, ...reached }
  })
  return { person: (reached.state.context as Approval).application!.person, steps }
}

// The bureau's answer is a document, and documents are not cloned.
const withoutAnswer = (event: ApprovalEvent): ApprovalEvent =>
  'finding' in event ? { ...event, finding: { ...event.finding, bureau: null } } : event

/** The next step ends a machine review's job; another effect is pending until its order asks for it again. */
const pendingOf = (
  { effects, stream }: Pick<Taken, 'effects' | 'stream'>,
  index: number,
  all: readonly Taken[],
): Step['pending'] =>
  effects.map((effect) => {
    const again = all.findIndex((later, at) => at > index && later.stream === stream && later.effects.includes(effect))
    return { effect, until: effect === 'runMachineReview' ? index + 1 : again === -1 ? Infinity : again }
  })
