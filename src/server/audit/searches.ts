import { sql } from 'kysely'
import * as auditing from '../../services/audit.ts'
import type { Endpoint } from '../../services/endpoint.ts'
import { customerFilter } from '../customers/customerFilter.ts'
import type { Vault } from '../customers/vault.ts'
import type { Database } from '../db/database.ts'
import { anOrderWithinScope, isAboutOrder } from '../staff/appScope.ts'
import { type Call, place } from '../staff/call.ts'
import type { Staff } from '../staff/sessions.ts'
import type { Audit } from './audit.ts'
import { personsOf } from './customer.ts'

const hour = 3_600_000

type Parts = { db: Database; vault: Vault; audit: Audit }
type SearchType = 'customerFound' | 'customerSearched'
type By = 'orderNo' | 'phone' | 'nik' | 'name'

// A name that more customers share tells nobody which of them was meant.
const mostNamed = 20

/**
 * Writes one audit entry an hour for each customer that a search found. A name search that found more than
 * `mostNamed` customers writes a single entry without the name.
 */
export const noteSearch = async (
  { audit }: Pick<Parts, 'audit'>,
  call: Call<unknown>,
  type: SearchType,
  { persons, by }: { persons: readonly string[]; by: By },
): Promise<void> => {
  const entry = { at: call.now, actor: call.by }
  const data = { by, hour: Math.floor(call.now / hour), ...place(call) }
  const found = new Set(persons)
  if (by === 'name' && found.size > mostNamed)
    await audit.recordOnce({ ...entry, type: 'nameSearched', subject: 'search', data })
  else
    for (const person of found)
      await audit.recordOnce({ ...entry, type, subject: `person/${person}`, data: { person, ...data } })
}

/** The part of an endpoint, or of an exported list, that tells which filters it takes. */
type Narrowable = Pick<Endpoint, 'interface' | 'body'>

const ofAudit = [auditing.list, auditing.seen].map((endpoint) => endpoint.interface)

const naming = { phone: 'phone', nik: 'nik', fullName: 'name' } as const
type Naming = Partial<Record<keyof typeof naming, string>>

/** The fields that name customers. An endpoint about one order has none: a phone or NIK there is a new value. */
const namingIn = (endpoint: Narrowable): Readonly<Record<string, By>> => {
  if (ofAudit.includes(endpoint.interface)) return { orderNo: 'orderNo', phone: 'phone', nik: 'nik' }
  return isAboutOrder(endpoint) ? {} : naming
}

/**
 * Writes an audit entry for each customer that the filter of a list, count or export names. Lists of the audit find all
 * customers, others only those within the caller's app scope.
 */
export const noteSearchesIn = async (
  parts: Parts,
  endpoint: Narrowable,
  body: Readonly<Record<string, unknown>>,
  call: Call<Staff>,
): Promise<void> => {
  const isAudit = ofAudit.includes(endpoint.interface)
  for (const [name, by] of Object.entries(namingIn(endpoint))) {
    const value = body[name]
    if (typeof value !== 'string') continue
    const who = { [name]: value }
    const persons = isAudit ? await personsOf(parts, who) : await foundWithin(parts, who, call)
    await noteSearch(parts, call, isAudit ? 'customerSearched' : 'customerFound', { persons: persons ?? [], by })
  }
}

const foundWithin = async ({ db, vault }: Parts, who: Naming, call: Call<Staff>) => {
  const isReachable = anOrderWithinScope(call, sql`approval.person = person_key.person`)
  let found = db.sql
    .selectFrom('person_key')
    .select('person')
    .where((eb) => eb.and([...customerFilter(vault, who), ...isReachable]))
  // One more than `mostNamed` is enough to tell that the search found too many to list.
  if (who.fullName !== undefined) found = found.limit(mostNamed + 1)
  return (await found.execute()).map(({ person }) => person)
}
