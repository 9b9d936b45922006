import type { InForce } from '../../machines/contact.facts.ts'
import { type ContactRules, holidayOn, inForceAt, localTime, type Zone } from '../../machines/contactRules.ts'
import type { Holidays } from '../../machines/decree.ts'
import { type ProvinceZones, zoneOf } from '../../machines/provinceZones.ts'
import { onlyCode } from '../../machines/setting.facts.ts'
import type { PersonRecord } from '../customers/vault.ts'
import type { Server } from '../server.ts'

type Found = Pick<PersonRecord, 'nik'> & { address?: { province?: string } }

/** The time zone of a person by the province of the address, or of the NIK where the address has none. */
export const zoneOfPerson = (record: Found | undefined, zones: ProvinceZones | undefined): Zone | null => {
  if (!record || !zones) return null
  return zoneOf(record.address?.province ?? '', zones) ?? zoneOf(record.nik.slice(0, 2), zones) ?? null
}

type Settings = readonly { kind: string; code: string; in_force: unknown[] }[]

/** The rules, zones and holidays of all days. */
export const contactSettings = ({ db }: Pick<Server, 'db'>): Promise<Settings> =>
  db.sql
    .selectFrom('setting')
    .select(['kind', 'code', 'in_force'])
    .where('kind', 'in', ['contactRules', 'zones', 'holidays'])
    .execute()

/** The rules, the person's time zone and the holidays of the person's day, as an attempt at this instant needs them. */
export const inForceOf = (rows: Settings, record: Found | undefined, at: number): InForce => {
  const valuesOf = (kind: string, code: string): unknown[] =>
    rows.find((row) => row.kind === kind && row.code === code)?.in_force ?? []
  const rules = inForceAt(valuesOf('contactRules', onlyCode) as ContactRules[], at) ?? null
  const zone = zoneOfPerson(record, inForceAt(valuesOf('zones', onlyCode) as ProvinceZones[], at))
  const { day } = localTime(at, zone ?? 'WIB')
  const [holidays] = valuesOf('holidays', day.slice(0, 4)) as Holidays[]
  const holiday = holidayOn(day, holidays?.days)
  return { rules, zone, yearKnown: holiday !== undefined, holiday: holiday ?? null }
}

/** `inForceOf` by the settings of now. */
export const inForceFor = async (parts: Pick<Server, 'db'>, record: Found | undefined, at: number): Promise<InForce> =>
  inForceOf(await contactSettings(parts), record, at)
