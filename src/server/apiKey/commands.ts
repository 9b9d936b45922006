import { randomBytes } from 'node:crypto'
import * as apiKey from '../../services/apiKey.ts'
import { sha256 } from '../kit/hash.ts'
import { badInput } from '../kit/inputIssues.ts'
import type { Server } from '../server.ts'
import { stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'
import type { Tx } from '../store/command.ts'

export const apiKeyStream = (name: string) => `apiKey/${name}` as const

/** Stores a key's hash, never the key. */
export const keepKey = (tx: Tx, name: string, secret: string) =>
  tx
    .insertInto('api_key')
    .values({ name, hash: sha256(secret) })
    .execute()

/** API keys of customers' apps: made, shown once, and revoked. */
export const apiKeyHandlers = (server: Server) => {
  const { db, store, handle } = server
  handle(apiKey.list, async () => {
    const rows = await db.sql.selectFrom('api_key_standing').selectAll().orderBy('state').orderBy('name').execute()
    const names = await staffNames(
      db,
      rows.flatMap(({ maker, revoker }) => [maker, revoker]),
    )
    const staff = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? id })
    return {
      keys: rows.map(({ made_at: madeAt, revoked_at: revokedAt, maker, revoker, ...row }) => ({
        ...row,
        maker: staff(maker),
        madeAt,
        revoker: staff(revoker),
        revokedAt,
      })),
    }
  })

  const { create, send } = commandsOf(server, 'apiKey', ({ name }: { name: string }) => name)
  create(
    apiKey.make,
    'keyMade',
    async ({ name }, call) => {
      // A revoked key's name is not reused: the audit still tells what was done in it.
      if ((await store.version(apiKeyStream(name))) > 0)
        throw badInput([{ field: 'name', reason: 'keyName' }], call.language)
      const secret = randomBytes(32).toString('base64url')
      return { id: name, facts: {}, shown: { secret }, writes: (tx) => keepKey(tx, name, secret) }
    },
    { unshown: () => ({ secret: null }) },
  )
  handle(apiKey.revoke, ({ name, version }, call) =>
    send(
      { name, version },
      call,
      { type: 'keyRevoked', ...stamp(call) },
      { writes: (tx) => tx.deleteFrom('api_key').where('name', '=', name).execute() },
    ),
  )
}
