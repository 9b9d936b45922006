import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'

const leaseMs = 15_000
const renewalMs = 5_000

/** A lease for work of one process at a time. It ends when its holder leaves it, or 15 s after its renewal. */
export const createLease = ({ db, clock, name, holder }: Parts) => {
  let until = 0
  /** Whether this process holds it and need not renew it yet. */
  const isHeld = () => until - clock.now() > leaseMs - renewalMs

  /** Takes or renews it; false while another process holds it. */
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
