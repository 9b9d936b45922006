import * as auditing from '../services/audit.ts'
import type { Endpoint } from '../services/endpoint.ts'
import { personsOf } from './audit.customer.ts'
import { type Call, place } from './call.ts'
import { isAboutOrder, withinReach } from './reach.ts'
import type { Server } from './server.ts'
import type { Staff } from './sessions.ts'
import { whose } from './whose.ts'

const hour = 3_600_000

type Parts = Pick<Server, 'db' | 'vault' | 'audit'>
type SearchType = 'customerFound' | 'customerSearched'
type By = 'orderNo' | 'phone' | 'nik'

/** Whom somebody found, or asked about, by what only those customers have: one entry an hour for each. */
export const noteSearch = async (
  { audit }: Pick<Server, 'audit'>,
  call: Call<unknown>,
  type: SearchType,
  found: { persons: readonly string[]; by: By },
): Promise<void> => {
  for (const person of new Set(found.persons))
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type,
      subject: `person/${person}`,
      data: { person, by: found.by, hour: Math.floor(call.now / hour), ...place(call) },
    })
}

/** What a call takes, or a list as a file does. */
type Narrowable = Pick<Endpoint, 'interface' | 'body'>

const ofAudit = [auditing.list, auditing.seen].map((endpoint) => endpoint.interface)

/** What of what is said names customers; beside an order's number a phone or a NIK is a new one of theirs. */
const namingIn = (endpoint: Narrowable): readonly By[] => {
  if (ofAudit.includes(endpoint.interface)) return ['orderNo', 'phone', 'nik']
  return isAboutOrder(endpoint) ? [] : ['phone', 'nik']
}

/** Whom a list, a count or a file is narrowed to: asked about in the audit, found within reach anywhere else. */
export const noteNarrowed = async (
  parts: Parts,
  endpoint: Narrowable,
  said: Readonly<Record<string, unknown>>,
  call: Call<Staff>,
): Promise<void> => {
  const isAudit = ofAudit.includes(endpoint.interface)
  for (const by of namingIn(endpoint)) {
    const value = said[by]
    if (typeof value !== 'string') continue
    const persons = isAudit ? await personsOf(parts, { [by]: value }) : await foundWithin(parts, { [by]: value }, call)
    await noteSearch(parts, call, isAudit ? 'customerSearched' : 'customerFound', { persons: persons ?? [], by })
  }
}

const foundWithin = async ({ db, vault }: Parts, who: { phone?: string; nik?: string }, call: Call<Staff>) => {
  const rows = await db.sql
    .selectFrom('approval')
    .select('person')
    .distinct()
    .where((eb) => eb.and([...whose(vault, who), ...withinReach(call)]))
    .execute()
  return rows.map(({ person }) => person)
}
