import type { ApiKey } from '../../src/machines/apiKey.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { recordFound } from '../../src/server/setting/found.ts'
import * as apiKey from '../../src/services/apiKey.ts'
import { apiKeyModel, type Move } from './apiKey.moves.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'

let nth = 0
const nextName = () => {
  nth += 1
  return `key-${nth}`
}

/** API keys of customers' apps, each with another name; one may predate the recording of keys. */
export const apiKeyProcess = (): Process<Move, ApiKey> & { name: () => string } => {
  let idOf: IdOf
  let name = nextName()

  const driver: Driver<Move, ApiKey> = {
    factOf: (move, standing, at): Fact => apiKeyModel.factOf(move, standing, at, idOf),
    streamOf: () => `apiKey/${name}`,
    begin: async (app) => {
      idOf = await idsOf(app, ['admin'])
      name = nextName()
      return new Map()
    },
    ask: async ({ type }, { version }) => {
      if (type === 'keyMade') return { endpoint: apiKey.make, body: { name } }
      return type === 'keyRevoked' ? { endpoint: apiKey.revoke, body: { name, version } } : undefined
    },
    bring: async (_, stream, app) => {
      await app.db.sql.insertInto('api_key').values({ name, hash: name }).execute()
      await app.db.sql.insertInto('unrecorded').values({ stream }).execute()
      return recordFound(app.server)
    },
  }

  return { model: apiKeyModel, driver, name: () => name }
}
