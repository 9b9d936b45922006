import { sql } from 'kysely'
import type { ApprovalEvent } from '../../machines/approval.facts.ts'
import { businessDay } from '../../machines/calendar.ts'
import { asJson } from '../customers/vault.ts'
import type { Database } from '../db/database.ts'
import { sha256 } from '../kit/hash.ts'
import type { Report } from '../kit/progress.ts'
import { randomOf } from '../kit/random.ts'
import { inputRow } from '../risk/reviewInputs.ts'
import type { Server } from '../server.ts'
import { eventRow } from '../store/events.ts'
import type { Lender } from './catalogue.ts'
import { inOrder, type Life, type Lived, planLives } from './lives.ts'
import { type Known, orderNoOf } from './story.ts'
import { makeTemplates } from './templates.ts'
import { createTwins } from './twins.ts'

const day = 86_400_000
const eventsAtATime = 2000

type Head = { pos: number; hash: string }
type Rows = Record<string, object[]>

/**
 * Clones orders under new names into events, commands, jobs and the vault: everything that a rebuild does not make.
 * `known` are the existing customers, `from` counts the existing orders, `templates` the orders to clone from.
 * No other process may write to the database during this.
 */
export const makeClones = async (
  server: Server,
  lender: Lender,
  { known, from, count, templates: most }: { known: readonly Known[]; from: number; count: number; templates: number },
  report: Report,
): Promise<void> => {
  const now = server.clock.now()
  const random = randomOf('loket lives')
  const templates = await makeTemplates(server, lender, Math.min(count, most))
  const toRows = createCloner(server, known, from)
  let head = await server.db.sql.selectFrom('es_head').select(['pos', 'hash']).executeTakeFirstOrThrow()
  const before = head.pos
  let written = Promise.resolve()
  for (const batch of batches(inOrder(planLives(random, templates, count, now)))) {
    const { rows, head: next } = toRows(batch, head)
    // The database writes one batch while the next one is made.
    await written
    written = write(server.db, head, next, rows)
    head = next
    report.count('cloned', head.pos - before, 'events')
  }
  await written
}

function* batches(all: Iterable<Lived>): Generator<Lived[]> {
  let batch: Lived[] = []
  for (const one of all) {
    batch.push(one)
    if (batch.length < eventsAtATime) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Turns the steps of lives into rows, in order of time. A person or an order gets its name when it begins. */
const createCloner = ({ vault, ids }: Server, known: readonly Known[], from: number) => {
  const twinOf = createTwins(
    randomOf('loket twins'),
    known.map(({ customer }) => customer.nik),
  )
  const names = new Map<Life, Owner & { stream: string; orderNo: string }>()
  let people = known.length
  let orders = from

  const moveIn = ({ template, shift, steps }: Life, at: number, rows: Rows): Owner => {
    people += 1
    const person = `demo-${people}`
    const customer = twinOf(template.customer, Math.round(shift / day), businessDay(at))
    const versions = template.steps.slice(0, steps).filter(({ event }) => bringsRecord(event)).length
    const made = vault.rowsOf(person, { ...customer, documents: [] }, versions)
    rows.person_key!.push(made.person_key)
    rows.person!.push(...made.person)
    rows.person_lookup!.push(...made.person_lookup)
    return { person, key: made.key, gender: customer.gender, province: customer.address.province }
  }

  return (batch: readonly Lived[], head: Head): { rows: Rows; head: Head } => {
    const rows: Rows = {
      person_key: [],
      person: [],
      person_lookup: [],
      review_input: [],
      es_event: [],
      es_command: [],
      es_effect: [],
    }
    let { pos, hash } = head
    for (const { life, index, step, at } of batch) {
      if (step.version === 1) {
        const owner = names.get(life) ?? moveIn(life, at, rows)
        const orderNo = orderNoOf(at, orders)
        orders += 1
        names.set(life, { ...owner, orderNo, stream: `approval/${orderNo}` })
      }
      const { person, orderNo, stream, key, gender, province } = names.get(life)!
      if (index === life.steps - 1) names.delete(life)
      const event = lived(step.event, at, { person, orderNo })
      const command = { stream, event, via: '', key: `demo ${step.version} ${stream}` }
      if (step.inputs && 'round' in event) {
        const review = { orderNo, round: event.round, person, ruleSet: event.finding.ruleSet, at }
        const kept = inputRow(key, review, { ...step.inputs, gender, province })
        rows.review_input!.push({ ...kept, data: asJson(kept.data) })
      }
      pos += 1
      const row = eventRow({ command, before: step.version - 1, state: step.state, effects: [], id: ids() }, pos, hash)
      hash = row.hash
      const { id, version, actor } = row
      const answer = JSON.stringify({ stream, version, pos, id })
      rows.es_event!.push(row)
      rows.es_command!.push({ actor, key: command.key, request: sha256(JSON.stringify(event)), answer, at })
      for (const { effect, until } of step.pending) {
        if (until >= life.steps)
          rows.es_effect!.push({ stream, name: effect, event: id, version, at, attempts: 0, error: null })
      }
    }
    return { rows, head: { pos, hash } }
  }
}

/** A cloned customer: the key, and the inputs of the rules that differ from the template's. */
type Owner = { person: string; key: Buffer; gender: string; province: string }

const bringsRecord = ({ type }: ApprovalEvent) => type === 'submitted' || type === 'resubmitted'

const lived = (event: ApprovalEvent, at: number, names: { person: string; orderNo: string }): ApprovalEvent => {
  if (event.type !== 'submitted') return { ...event, at }
  // The template's device is not the clone's.
  const { visitor: _, ...application } = event.application
  return { ...event, at, application: { ...application, ...names } }
}

/** Writes a batch and its head in one transaction, so that the hash chain is whole wherever the process is killed. */
const write = (db: Database, from: Head, to: Head, rows: Rows): Promise<void> =>
  db.sql.transaction().execute(async (tx) => {
    const head = await tx.selectFrom('es_head').select('hash').forUpdate().executeTakeFirstOrThrow()
    if (head.hash !== from.hash) throw new Error('somebody else writes to this database: stop every server on it first')
    for (const [table, columns] of Object.entries(rows)) {
      await sql`
        insert into ${sql.table(table)}
        select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(columns)}::json)`.execute(tx)
    }
    await tx.updateTable('es_head').set(to).execute()
  })
