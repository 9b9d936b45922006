import { sql } from 'kysely'
import { blank, stateName } from '../../src/machines/kernel.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { machineOf } from '../../src/machines/lifecycles.ts'
import { factOf } from '../../src/server/store/events.ts'
import type { TestApp } from '../kit/app.ts'
import { invariants } from './invariants.all.ts'

/**
 * Judges by the business's words what a server stored: the events of an instance with their states, the effects that
 * they asked for, and the deadlines that are armed now.
 */
export const openWitnesses = async ({ db, server }: Pick<TestApp, 'db' | 'server'>) => {
  // An effect's row goes once it is done, so a trigger notes what was asked for.
  for (const statement of [
    `create table noted_effect (stream text, version integer, name text, primary key (stream, version, name))`,
    `create function note_effect() returns trigger language plpgsql as $$ begin
       insert into noted_effect values (new.stream, new.version, new.name) on conflict do nothing;
       return new;
     end $$`,
    `create trigger note_effect after insert or update of event on es_effect
       for each row execute function note_effect()`,
  ])
    await sql.raw(statement).execute(db.sql)

  const effectsOf = async (stream: string) => {
    const { rows } = await sql<{ version: number; name: string }>`
      select version, name from noted_effect where stream = ${stream}`.execute(db.sql)
    return Map.groupBy(rows, ({ version }) => version)
  }
  const armedIn = async (stream: string) => {
    const rows = await db.sql.selectFrom('es_deadline').select(['name', 'at']).where('stream', '=', stream).execute()
    return Object.fromEntries(rows.map(({ name, at }) => [name, Number(at)]))
  }

  /** The witness of one instance. */
  return (chart: string) => {
    const its = invariants.find((one) => one.chart === chart)!.witness()
    let seen = 0
    let state = ''

    return {
      /** Reads what was stored since the last look; answers what is wrong with it. */
      look: async (stream: string): Promise<string[]> => {
        const effects = await effectsOf(stream)
        const events = await server.store.history(stream)
        if (seen === 0) state = stateName(blank(machineOf(stream)).value)
        const wrong = events.slice(seen).flatMap((row) => {
          const from = state
          state = row.state
          const asked = (effects.get(row.version) ?? []).map(({ name }) => name)
          return its.saw({ event: factOf(row), from, to: state, effects: asked }).map((says) => `${row.type}: ${says}`)
        })
        seen = events.length
        return [...wrong, ...its.waits(state, await armedIn(stream))]
      },
      forbids: (event: Fact) => its.forbids(event, state),
      seen: () => seen,
    }
  }
}
