import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { asJson, openRecord, sealMasked } from './vault.ts'

const atATime = 1000

/** Adds the sealed masked data where it is missing. Skips customers whose key was destroyed. */
export const fillMasked = async (db: Kysely<Tables>): Promise<void> => {
  for (let after = { person: '', version: 0 }; ;) {
    const records = await db
      .selectFrom('person')
      .innerJoin('person_key', 'person_key.person', 'person.person')
      .select(['person.person', 'person.version', 'person.data', 'person_key.key'])
      .where('person.brief', 'is', null)
      .where(sql<boolean>`(person.person, person.version) > (${after.person}, ${after.version})`)
      .orderBy('person.person')
      .orderBy('person.version')
      .limit(atATime)
      .execute()
    if (records.length === 0) return
    const briefs = records.map(({ person, version, data, key }) => {
      const ref = { person, version }
      return { ...ref, brief: asJson(sealMasked(ref, openRecord(ref, data, key)!, key)) }
    })
    await sql`
      update person set brief = made.brief
      from jsonb_to_recordset(${JSON.stringify(briefs)}::jsonb) as made (person text, version int, brief bytea)
      where person.person = made.person and person.version = made.version`.execute(db)
    if (records.length < atATime) return
    after = records.at(-1)!
  }
}
