import { startPostgres } from '../../scripts/postgres.ts'
import { chartSystem } from './chart.ts'
import { charted } from './charts.ts'
import type { Where } from './kept.ts'
import type { System } from './walk.ts'

/** Opens the system of a level with its database. Throws when PostgreSQL is asked for but missing. */
export const open = async ({ chart, level, engine, seed }: Where): Promise<System> => {
  const { model, ...opens } = charted.get(chart)!
  if (level === 'chart') return chartSystem(model)
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  if (engine === 'postgres' && !postgres) throw new Error('There is no PostgreSQL to walk on.')
  const system = await opens[level]({ databaseUrl: postgres?.url, seed })
  const close = async () => {
    await system.close()
    await postgres?.stop()
  }
  return { ...system, close }
}
