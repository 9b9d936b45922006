import type { Database } from '../db/database.ts'
import { lineOf } from '../kit/clientAddress.ts'
import { limits } from '../kit/limits.ts'
import { createAttemptLimit, forgetOver } from './attemptLimit.ts'

const { window, ofPair, ofAccount, ofAddress, ofDevice } = limits.logins
const duration = window / 1000
const forgetEveryMs = 60_000

type Try = { email: string; address: string; device: string | undefined; now: number }

/**
 * Limits login attempts against guessing. A known device has its own count, so that an attacker cannot lock the
 * account's owner out. `use` throws 429; call its result after a correct password.
 */
export const createLogins = (db: Database) => {
  const devices = createAttemptLimit(db, 'device', { points: ofDevice, duration })
  const addresses = createAttemptLimit(db, 'address', { points: ofAddress, duration })
  const pairs = createAttemptLimit(db, 'login', { points: ofPair, duration })
  const accounts = createAttemptLimit(db, 'account', { points: ofAccount, duration })

  let forgottenAt = -Infinity
  const use = async ({ email, address, device, now }: Try): Promise<() => Promise<void>> => {
    // Otherwise each e-mail that anybody ever tried would stay a row.
    if (now - forgottenAt >= forgetEveryMs) {
      forgottenAt = now
      await forgetOver(db)
    }
    if (device) {
      await devices.use(device)
      return () => devices.forget(device)
    }
    const line = lineOf(address)
    const pair = `${email} ${line}`
    await addresses.use(line)
    // A refusal here does not count for the account: one address alone must not use up the account's attempts.
    await pairs.use(pair)
    await accounts.use(email)
    return async () => {
      await pairs.forget(pair)
      await addresses.giveBack(line)
      await accounts.giveBack(email)
    }
  }

  /** Deletes an account's counts, so that it can be logged in to again at once. */
  const unlock = async ({ email, id }: { email: string; id: number }): Promise<void> => {
    await accounts.forget(email)
    await pairs.forgetAll(`${email} `)
    await devices.forgetAll(`${id} `)
  }

  return { use, unlock }
}
