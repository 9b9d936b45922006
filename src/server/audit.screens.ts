import * as audit from '../services/audit.ts'
import { type Asked, personsOf } from './audit.customer.ts'
import { auditEntry } from './audit.entry.ts'
import { auditLists } from './audit.lists.ts'
import type { Call } from './call.ts'
import { noteSearch } from './searches.ts'
import type { Server } from './server.ts'
import { staffId } from './sessions.ts'

/** Everything that happened, who saw a customer, and who logged in. Whoever asks about a customer is in the audit themselves. */
export const auditScreens = (server: Server) => {
  const { db, handle } = server
  const lists = auditLists(server)

  handle(audit.list, async (body, call) => {
    await note(body, call)
    return lists.page(body)
  })
  handle(audit.count, lists.count)

  handle(audit.seen, async (body, call) => {
    await note({ orderNo: body.orderNo }, call)
    return lists.seen(body)
  })
  handle(audit.seenCount, lists.seenCount)

  handle(audit.logins, lists.logins)
  handle(audit.loginCount, lists.loginCount)

  const everybody = async () => {
    const rows = await db.sql.selectFrom('profile').select(['id', 'name']).orderBy('name').orderBy('id').execute()
    return { people: rows.map(({ id, name }) => ({ id: staffId(id), name })) }
  }
  handle(audit.people, everybody)
  handle(audit.loginPeople, everybody)
  auditEntry(server)

  const note = async (asked: Asked, call: Call<unknown>) => {
    for (const by of ['orderNo', 'phone', 'nik'] as const) {
      if (asked[by] === undefined) continue
      const persons = (await personsOf(server, { [by]: asked[by] })) ?? []
      await noteSearch(server, call, 'customerSearched', { persons, by })
    }
  }
}
