import type { Collector } from '../../src/machines/collector.ts'
import { create } from '../../src/services/collectionGroup.ts'
import * as collector from '../../src/services/collector.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import { editUser } from '../../src/services/user.ts'
import { password } from '../kit/app.ts'
import { collectionGroupFacts } from '../machines/collectionGroup.events.ts'
import { collectorModel, type Move, someone } from './collector.moves.ts'
import { formInput } from './formInput.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'

let nth = 0

/** Collectors who sign in and out, and what their lead sets; each path opens its own account and group. */
export const collectorProcess = (): Process<Move, Collector> & { login: () => string } => {
  let login = ''
  let group = ''
  let idOf: IdOf
  const driver: Driver<Move, Collector> = {
    factOf: (move, standing, at) => ({
      ...collectorModel.factOf(move, standing, at, idOf),
      ...(move.type === 'groupJoined' && { group }),
    }),
    begin: async (app) => {
      nth += 1
      login = `caller${nth}`
      const { id } = await app.db.sql
        .selectFrom('role')
        .select('id')
        .where('name', '=', 'collector')
        .executeTakeFirstOrThrow()
      const admin = await app.login('admin')
      await admin.data(editUser, { name: login, email: `${login}@demo.example`, roles: [id], password })
      const { days, ...terms } = collectionGroupFacts.groupCreated
      const made = await admin.data(create, {
        ...terms,
        version: 0,
        name: `Of ${login}`,
        days: days.map((day) => String(day) as '1'),
      })
      group = made.stream.slice('collectionGroup/'.length)
      const walker = await app.login(login)
      idOf = (name) => (name === someone ? walker.id : name)
      return new Map([[someone, login]])
    },
    ask: async ({ type }, { version, fact }, idOf) => {
      if (type === 'signedIn') return { endpoint: collector.signIn, body: {} }
      if (type === 'signedOut') return { endpoint: collector.signOut, body: {} }
      const endpoint = (collector.commands as Record<string, Endpoint>)[type]
      return endpoint && { endpoint, body: { id: await idOf(someone), version, ...formInput(collectorModel, fact()) } }
    },
  }
  return { model: collectorModel, driver, login: () => login }
}
