import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { sha256 } from '../kit/hash.ts'
import { limits } from '../kit/limits.ts'

const { most, ttl } = limits.devices

/** Known devices of an account, each recognised by its own cookie; only the cookie's hash is stored. */
export const createDevices = ({ sql }: Database) => {
  /** The stored hash of a known device; undefined for any other cookie. */
  const known = async (account: number, cookie: string, now: number): Promise<string | undefined> => {
    const device = sha256(cookie)
    const row = await sql
      .selectFrom('known_device')
      .select('device')
      .where('account', '=', account)
      .where('device', '=', device)
      .where('seen_at', '>', now - ttl)
      .executeTakeFirst()
    return row?.device
  }

  /**
   * Remembers the device of a login. Without a known one it makes a cookie and returns it; an unknown cookie is never
   * reused, because it can be planted.
   */
  const remember = async (account: number, device: string | undefined, now: number): Promise<string | undefined> => {
    const made = device ? undefined : randomBytes(32).toString('base64url')
    const row = { account, device: device ?? sha256(made!), seen_at: now }
    await sql
      .insertInto('known_device')
      .values(row)
      .onConflict((conflict) => conflict.columns(['account', 'device']).doUpdateSet({ seen_at: now }))
      .execute()
    await sql
      .deleteFrom('known_device')
      .where('account', '=', account)
      .where((eb) =>
        eb.or([
          eb('seen_at', '<=', now - ttl),
          eb(
            'device',
            'not in',
            eb
              .selectFrom('known_device')
              .select('device')
              .where('account', '=', account)
              .orderBy('seen_at', 'desc')
              .orderBy('device')
              .limit(most),
          ),
        ]),
      )
      .execute()
    return made
  }

  return { known, remember }
}
