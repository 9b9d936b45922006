import { argon2 as argon2Callback, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2 = promisify(argon2Callback) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

// From OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }

const digest = (password: string, nonce: Buffer) =>
  argon2('argon2id', { message: password, nonce, tagLength: 32, ...cost })

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashes a password into a PHC string (`$argon2id$v=19$m=…$salt$hash`). */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const hash = await digest(password, salt)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

const nobody = hashPassword(randomBytes(16).toString('hex'))

/** Stored in place of a password hash; no password matches it. */
export const noPassword = ''

/** Whether a password matches the stored hash; false without one, after the same time. */
export const passwordMatches = async (password: string, stored: string | undefined): Promise<boolean> => {
  const [, , , , salt, hash] = (stored || (await nobody)).split('$')
  const found = await digest(password, Buffer.from(salt!, 'base64'))
  return timingSafeEqual(found, Buffer.from(hash!, 'base64')) && Boolean(stored)
}
