import type { AnyStateMachine } from 'xstate'
import { type Fact, follow, replay, stateName } from '../../machines/kernel.ts'
import { machineOf } from '../../machines/lifecycles.ts'
import * as audit from '../../services/audit.ts'
import type { DataOf } from '../../services/endpoint.ts'
import type { EventRow } from '../db/tables.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { recordOf } from '../store/events.ts'
import { differences } from './differences.ts'
import { happenedIn, type Logged, titlesOf } from './lists.ts'

const most = 200
// The vault's id of a customer, which means nothing to a reader.
const hidden = ['person']

type Told = Pick<DataOf<typeof audit.entry>, 'version' | 'state' | 'changes' | 'said'>

/** The details of one row of either log, with what the event changed. */
export const auditEntry = ({ db, store, handle }: Pick<Server, 'db' | 'store' | 'handle'>) => {
  handle(audit.entry, async ({ log, pos }) => {
    const row =
      log === 'event'
        ? await db.sql.selectFrom('es_event').selectAll().where('pos', '=', pos).executeTakeFirst()
        : await db.sql.selectFrom('audit').selectAll().where('pos', '=', pos).executeTakeFirst()
    if (!row) throw notFound()
    const told = 'stream' in row ? await ofEvent(row) : nothingElse
    const shown = { changes: told.changes.filter(isShown), said: told.said.filter(isShown) }
    const names = await namesIn(row.actor, [...shown.changes, ...shown.said])
    const logged: Logged = { log, row }
    return {
      happened: happenedIn(logged, names, await titlesOf({ db }, [logged])),
      ...told,
      changes: shown.changes.slice(0, most),
      said: shown.said.slice(0, most),
      more: shown.changes.length > most || shown.said.length > most,
      names: Object.fromEntries(names),
    }
  })

  const ofEvent = async (row: EventRow): Promise<Told> => {
    const machine: AnyStateMachine = machineOf(row.stream)
    const records = (await store.history(row.stream)).slice(0, row.version).map(recordOf)
    const last = records.at(-1)!
    const before = replay(machine, records.slice(0, -1))
    const after = follow(machine, before, last)
    const changes = differences(before.context, after.context)
    return {
      version: row.version,
      state: { before: records.length > 1 ? stateName(before.value) : null, after: row.state },
      changes,
      said: besides(last.fact, changes),
    }
  }

  const namesIn = async (actor: string, told: readonly audit.Difference[]) => {
    const values = told.flatMap(({ before, after }) => [...before, ...after])
    const names = await staffNames(db, [actor, ...values.filter((value) => typeof value === 'string')])
    const isOfRoles = told.some(({ path }) => path.at(-1) === 'roles')
    const roles = isOfRoles ? await db.sql.selectFrom('role').select(['id', 'name']).execute() : []
    return new Map([...names, ...roles.map(({ id, name }) => [`role/${id}`, name] as const)])
  }
}

const nothingElse: Told = { version: null, state: null, changes: [], said: [] }

const isShown = ({ path }: audit.Difference) => !hidden.includes(path.at(-1)!)

/** The details of an event that do not appear among the changes under the same name. */
const besides = ({ type: _type, by: _by, at: _at, ...details }: Fact, changes: readonly audit.Difference[]) => {
  const known = new Set(changes.map(({ path, list, after }) => JSON.stringify([path.at(-1), list || after])))
  return differences({}, details).filter(
    ({ path, list, after }) => !known.has(JSON.stringify([path.at(-1), list || after])),
  )
}
