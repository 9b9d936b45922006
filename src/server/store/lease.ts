import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'

const leaseMs = 15_000
const renewalMs = 5_000

/** What one process at a time should do: whoever took it last has it until they leave it, or so long after they took it. */
export const createLease = ({ db, clock, name, holder }: Parts) => {
  let until = 0
  /** Whether it is this process's for a while yet. */
  const isHeld = () => until - clock.now() > leaseMs - renewalMs

  /** Takes or renews it; false while it is another's. */
  const take = async (): Promise<boolean> => {
    const now = clock.now()
    const { rows } = await sql`
      insert into lease (name, holder, until) values (${name}, ${holder}, ${now + leaseMs})
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where lease.holder = excluded.holder or lease.until <= ${now} returning name`.execute(db.sql)
    until = rows.length > 0 ? now + leaseMs : 0
    return rows.length > 0
  }

  const leave = async () => {
    if (until === 0) return
    until = 0
    await db.sql.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
  }

  return { isHeld, take, leave }
}

type Parts = { db: Database; clock: Clock; name: string; holder: string }
