import * as audit from '../../services/audit.ts'
import type { Server } from '../server.ts'
import { staffId } from '../staff/sessions.ts'
import { auditEntry } from './entry.ts'
import { auditLists } from './lists.ts'

/** The audit's lists: all events and entries, views of customers, and logins. */
export const auditScreens = (server: Server) => {
  const { db, handle } = server
  const lists = auditLists(server)

  handle(audit.list, lists.page)
  handle(audit.count, lists.count)

  handle(audit.seen, lists.seen)
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
}
