import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { sha256 } from '../kit/hash.ts'
import { limits } from '../kit/limits.ts'

const { most, ttl } = limits.devices

/** Devices that an account was logged in on, each known by a cookie of its own; only the hash of the cookie is stored. */
export const createDevices = ({ sql }: Database) => {
  /** The stored name of a device that an account knows; undefined of any other. */
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

  /** What the device of a login keeps from now on. Only what was made here is taken up again: a cookie can be planted. */
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
