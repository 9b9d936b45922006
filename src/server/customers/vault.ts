import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import sodium from 'sodium-native'
import type { Customer } from '../../services/customer.ts'
import type { Database } from '../db/database.ts'
import { Misread } from '../kit/refused.ts'
import type { Tx } from '../store/command.ts'
import { type MaskedCustomer, maskedCustomerOf, nobody } from './maskedCustomer.ts'

/** One stored version of a customer's record: the application's data and the ids of its documents. */
export type PersonRecord = Customer & { device?: string | undefined; documents: { id: string; kind: string }[] }
export type PersonRef = { person: string; version: number }

/** The data of a person from an import, who may become a customer; the province is a two-digit code. */
export type Prospect = { name: string; phone: string; province: string }

export type Document = { id: string; kind: string; mime: string; bytes: Uint8Array }

const ivBytes = 12
const tagBytes = 16

/** Encrypts with AES-256-GCM. `about` is the associated data: decryption needs the same one. */
export const seal = (key: Uint8Array, about: string, plain: Uint8Array): Buffer => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), iv).setAAD(Buffer.from(about))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

export const open = (key: Uint8Array, about: string, sealed: Uint8Array): Buffer => {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  // Raw key bytes would be imported at each use; with a KeyObject fifty records take a third of the time.
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), bytes.subarray(0, ivBytes)).setAAD(
    Buffer.from(about),
  )
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes))
  const plain = decipher.update(bytes.subarray(ivBytes, bytes.length - tagBytes))
  // Returns no bytes; it throws when the authentication tag does not match.
  decipher.final()
  return plain
}

export const asJson = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

const recordName = ({ person, version }: PersonRef) => `${person}/${version}`

/** Decrypts a record with its key; undefined when there is no record or its key was destroyed. */
export const openRecord = (ref: PersonRef, data: Uint8Array | null, key: Uint8Array | null) =>
  key && data ? (JSON.parse(open(key, recordName(ref), data).toString()) as PersonRecord) : undefined

const prospectName = (person: string) => `${person} prospect`

const briefName = (ref: PersonRef) => `${recordName(ref)} brief`

const {
  crypto_aead_xchacha20poly1305_ietf_NPUBBYTES: nonceBytes,
  crypto_aead_xchacha20poly1305_ietf_ABYTES: proofBytes,
  crypto_aead_xchacha20poly1305_ietf_encrypt: encrypt,
  crypto_aead_xchacha20poly1305_ietf_decrypt: decrypt,
} = sodium

/**
 * Encrypts the masked customer beside the record, so that a list decrypts nothing else. Uses XChaCha20-Poly1305:
 * libsodium decrypts hundreds in a quarter of the time that Node needs, with a cipher and a KeyObject for each.
 */
export const sealMasked = (ref: PersonRef, record: PersonRecord, key: Buffer): Buffer => {
  const plain = Buffer.from(JSON.stringify(maskedCustomerOf(record)))
  const nonce = randomBytes(nonceBytes)
  const cipher = Buffer.allocUnsafe(plain.length + proofBytes)
  encrypt(cipher, plain, Buffer.from(briefName(ref)), null, nonce, key)
  return Buffer.concat([nonce, cipher])
}

/** Decrypts what `sealMasked` encrypted; returns `nobody` without a brief, or once erasure destroyed the key. */
export const openMasked = (ref: PersonRef, brief: Buffer | null, key: Buffer | null): MaskedCustomer => {
  if (!key || !brief) return nobody
  const plain = Buffer.allocUnsafe(brief.length - nonceBytes - proofBytes)
  decrypt(plain, null, brief.subarray(nonceBytes), Buffer.from(briefName(ref)), brief.subarray(0, nonceBytes), key)
  return JSON.parse(plain.toString()) as MaskedCustomer
}

/** Kinds of values by which customers are found, and which two customers may share. */
export type LookupKind = 'nik' | 'phone' | 'name' | 'account' | 'contact' | 'device' | 'optOut'

/** The values by which a record is found: NIK, phone, name, account with its bank, each contact's phone, device. */
export const lookupsOf = (record: PersonRecord): { kind: LookupKind; value: string }[] => [
  { kind: 'nik', value: record.nik },
  { kind: 'phone', value: record.phone },
  { kind: 'name', value: nameFound(record.name) },
  { kind: 'account', value: accountOf(record.bank) },
  ...record.contacts.map(({ phone }) => ({ kind: 'contact' as const, value: phone })),
  ...(record.device ? [{ kind: 'device' as const, value: record.device }] : []),
]

/** A whole name, normalised in spacing and case. */
export const nameFound = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLocaleUpperCase('id')

/** An account number is unique only within its bank. */
export const accountOf = ({ name, account }: PersonRecord['bank']) => `${name.toUpperCase()} ${account}`

export type Vault = Awaited<ReturnType<typeof createVault>>

/** Personal data outside the events: records and documents, encrypted under the customer's own key. */
export const createVault = async ({ db, ids }: { db: Database; ids: () => string }) => {
  await db.sql
    .insertInto('secret')
    .values({ name: 'lookup', value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db.sql
    .selectFrom('secret')
    .select('value')
    .where('name', '=', 'lookup')
    .executeTakeFirstOrThrow()

  const lookupKey = createSecretKey(value)
  const digest = (kind: string, value: string) =>
    createHmac('sha256', lookupKey).update(`${kind} ${value}`).digest('hex')

  const sealed = (ref: PersonRef, record: PersonRecord, key: Buffer) => ({
    data: seal(key, recordName(ref), Buffer.from(JSON.stringify(record))),
    brief: sealMasked(ref, record, key),
  })

  const lookupRows = (person: string, record: PersonRecord) => {
    const rows = lookupsOf(record).map(({ kind, value }) => ({ kind, digest: digest(kind, value), person }))
    // Two contacts may have the same phone.
    return [...new Map(rows.map((row) => [`${row.kind} ${row.digest}`, row])).values()]
  }

  const keyOf = async (tx: Tx | Database['sql'], person: string) => {
    const row = await tx.selectFrom('person_key').select('key').where('person', '=', person).executeTakeFirst()
    return row?.key
  }

  /** Creates a person's key and answers it; undefined for somebody who registered, who has one. */
  const makeKey = async (tx: Tx, person: string) => {
    const made = await tx
      .insertInto('person_key')
      .values({ person, key: randomBytes(32) })
      .onConflict((conflict) => conflict.column('person').doNothing())
      .returning('key')
      .executeTakeFirst()
    return made?.key
  }

  /** Writes a version of a record and its documents; the first version creates the person's key. */
  const write = async (
    tx: Tx,
    ref: PersonRef,
    record: PersonRecord,
    at: number,
    documents: readonly Document[] = [],
  ) => {
    const made = ref.version === 1 ? await makeKey(tx, ref.person) : undefined
    const key = made ?? (await keyOf(tx, ref.person))
    if (!key) throw new Error(`no key for person ${ref.person}`)
    await tx
      .with('record', (cte) => cte.insertInto('person').values({ ...ref, ...sealed(ref, record, key) }))
      .insertInto('person_lookup')
      .values(lookupRows(ref.person, record))
      .onConflict((conflict) => conflict.columns(['kind', 'digest', 'person']).doNothing())
      .execute()
    await insertDocuments(tx, key, ref.person, at, documents)
  }

  /** Stores a proposed version, without look-ups: nobody is found by it until `adopt`. */
  const propose = async (tx: Tx, ref: PersonRef, record: PersonRecord) => {
    const key = await keyOf(tx, ref.person)
    if (!key) throw new Error(`no key for person ${ref.person}`)
    await tx
      .insertInto('person')
      .values({ ...ref, ...sealed(ref, record, key) })
      .execute()
  }

  /** Adds the look-ups of an adopted record; deletes that of a corrected NIK, which may be another customer's. */
  const adopt = async (tx: Tx, person: string, before: PersonRecord, record: PersonRecord) => {
    if (before.nik !== record.nik)
      await tx
        .deleteFrom('person_lookup')
        .where('kind', '=', 'nik')
        .where('digest', '=', digest('nik', before.nik))
        .where('person', '=', person)
        .execute()
    await tx
      .insertInto('person_lookup')
      .values(lookupRows(person, record))
      .onConflict((conflict) => conflict.columns(['kind', 'digest', 'person']).doNothing())
      .execute()
  }

  /** The rows of a new person whose versions all have the same record, as JSON for a bulk insert. */
  const rowsOf = (person: string, record: PersonRecord, versions: number) => {
    const key = randomBytes(32)
    return {
      key,
      person_key: { person, key: asJson(key) },
      person: Array.from({ length: versions }, (_, index) => {
        const ref = { person, version: index + 1 }
        const { data, brief } = sealed(ref, record, key)
        return { ...ref, data: asJson(data), brief: asJson(brief) }
      }),
      person_lookup: lookupRows(person, record),
    }
  }

  /** Deletes the rows with these phones from files that an earlier version staged, which has no digest beside a row. */
  const eraseUndigested = async (tx: Tx, phones: ReadonlySet<string>) => {
    const staged = await tx
      .selectFrom('lead_import_row as row')
      .innerJoin('lead_import_file as file', 'file.id', 'row.import')
      .select(['row.import', 'row.n', 'row.data', 'file.key'])
      .where('row.phone', 'is', null)
      .execute()
    for (const { import: id, n, data, key } of staged) {
      const { phone } = JSON.parse(open(key, `${id} ${n}`, data).toString()) as Prospect
      if (phones.has(digest('phone', phone)))
        await tx.deleteFrom('lead_import_row').where('import', '=', id).where('n', '=', n).execute()
    }
  }

  /**
   * Destroys a person's key, so that everything encrypted under it is unreadable; deletes look-ups and documents, and the
   * rows of staged files, which another key encrypts. Of somebody who wants no marketing the digest of the phone stays.
   */
  const erase = async (tx: Tx, person: string): Promise<void> => {
    const phones = tx
      .selectFrom('person_lookup')
      .select('digest')
      .where('kind', '=', 'phone')
      .where('person', '=', person)
    await tx.deleteFrom('lead_import_row').where('phone', 'in', phones).execute()
    await eraseUndigested(tx, new Set((await phones.execute()).map((row) => row.digest)))
    await sql`
      insert into barred_phone select digest from person_lookup
      where kind = 'phone' and person = ${person}
        and exists (select from contact where id = ${person} and state <> 'reachable')
      on conflict do nothing`.execute(tx)
    for (const table of ['person_key', 'person_lookup', 'document', 'prospect'] as const)
      await tx.deleteFrom(table).where('person', '=', person).execute()
  }

  const insertDocuments = async (
    tx: Tx,
    key: Uint8Array,
    person: string,
    at: number,
    documents: readonly Document[],
  ) => {
    if (documents.length === 0) return
    await tx
      .insertInto('document')
      .values(
        documents.map(({ id, kind, mime, bytes }) => ({ id, person, kind, mime, at, data: seal(key, id, bytes) })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }

  /** Records in the order of `refs`; undefined for one that is missing or whose key was destroyed. */
  const read = async (refs: readonly PersonRef[]): Promise<(PersonRecord | undefined)[]> => {
    if (refs.length === 0) return []
    const rows = await db.sql
      .selectFrom('person')
      .innerJoin('person_key', 'person_key.person', 'person.person')
      .select(['person.person', 'person.version', 'person.data', 'person_key.key'])
      .where('person.person', 'in', [...new Set(refs.map((ref) => ref.person))])
      .execute()
    const found = new Map(rows.map((row) => [recordName(row), row]))
    return refs.map((ref) => {
      const { data = null, key = null } = found.get(recordName(ref)) ?? {}
      return openRecord(ref, data, key)
    })
  }

  /** A query for the persons who have this NIK (16 digits), or have or ever had this phone (`+628…`) or other value. */
  const owners = (kind: LookupKind, value: string) =>
    db.sql
      .selectFrom('person_lookup')
      .select('person')
      .where('kind', '=', kind)
      .where('digest', '=', digest(kind, value))

  /**
   * Other persons who share one of these values, limited by the conditions `among`: at most `most` for each. `index` is
   * the value's place in `common`.
   */
  const sharing = async (
    person: string,
    common: readonly { kind: LookupKind; value: string }[],
    most: number,
    among: readonly RawBuilder<boolean>[] = [],
  ) => {
    if (common.length === 0) return []
    const wanted = common.map(({ kind, value }, index) => sql`(${index}::int, ${kind}, ${digest(kind, value)})`)
    const isWanted = [
      sql`kind = wanted.kind`,
      sql`digest = wanted.digest`,
      sql`person_lookup.person <> ${person}`,
      ...among,
    ]
    const { rows } = await sql<{ index: number; person: string }>`
      select wanted.index, other.person
      from (values ${sql.join(wanted)}) as wanted (index, kind, digest)
      cross join lateral (
        select person from person_lookup where ${sql.join(isWanted, sql` and `)} limit ${most}) as other`.execute(
      db.sql,
    )
    return rows
  }

  /**
   * Stores somebody of whom nothing but a phone is known, which those of `former` had. Throws `Misread` where another has
   * the phone by now.
   */
  const register =
    (person: string, phone: string, former: readonly string[] = []) =>
    async (tx: Tx) => {
      const found = digest('phone', phone)
      // Two registrations of one phone at once would each find nobody.
      await sql`select pg_advisory_xact_lock(hashtextextended(${found}, 0))`.execute(tx)
      const owners = await tx
        .selectFrom('person_lookup')
        .select('person')
        .where('kind', '=', 'phone')
        .where('digest', '=', found)
        .execute()
      if (owners.some((other) => !former.includes(other.person))) throw new Misread()
      await makeKey(tx, person)
      await tx.insertInto('person_lookup').values({ kind: 'phone', digest: found, person }).execute()
    }

  /** `register` and `noteProspect` for many persons at once, each with another phone. */
  const registerAll = (people: readonly { person: string; prospect: Prospect }[]) => async (tx: Tx) => {
    const phones = people.map(({ prospect }) => digest('phone', prospect.phone)).toSorted()
    // In one order, so that two imports never wait for each other.
    await sql`
      select pg_advisory_xact_lock(hashtextextended(phone, 0)) from unnest(${phones}::text[]) with ordinality as wanted (phone, n)
      order by n`.execute(tx)
    if ((await takenOf(tx, phones)).length > 0) throw new Misread()
    const made = people.map(({ person, prospect }) => {
      const key = randomBytes(32)
      const data = seal(key, prospectName(person), Buffer.from(JSON.stringify(prospect)))
      return { person, prospect, key, data }
    })
    await tx
      .insertInto('person_key')
      .values(made.map(({ person, key }) => ({ person, key })))
      .execute()
    await tx
      .insertInto('prospect')
      .values(made.map(({ person, data }) => ({ person, data })))
      .execute()
    await tx
      .insertInto('person_lookup')
      .values(
        made.flatMap(({ person, prospect: { phone, name } }) => [
          { kind: 'phone' as const, digest: digest('phone', phone), person },
          { kind: 'name' as const, digest: digest('name', nameFound(name)), person },
        ]),
      )
      .execute()
  }

  const takenOf = (tx: Tx | Database['sql'], phones: readonly string[]) =>
    tx.selectFrom('person_lookup').select('digest').where('kind', '=', 'phone').where('digest', 'in', phones).execute()

  /** Those of these phones that an erased person had who wanted no marketing, as digests. */
  const barredOf = (digests: readonly string[]) =>
    db.sql.selectFrom('barred_phone').select('digest').where('digest', 'in', digests).execute()
  const isBarred = async (phone: string): Promise<boolean> => (await barredOf([digest('phone', phone)])).length > 0

  /** Those of these phones that nobody has or ever had, and that are not barred. */
  const unknownOf = async (phones: readonly string[]): Promise<Set<string>> => {
    const digests = phones.map((phone) => digest('phone', phone))
    const taken = new Set([...(await takenOf(db.sql, digests)), ...(await barredOf(digests))].map((row) => row.digest))
    return new Set(phones.filter((phone) => !taken.has(digest('phone', phone))))
  }

  /** Stores the newest import of a person, who has a key. Does nothing for an erased person. */
  const noteProspect = (person: string, prospect: Prospect) => async (tx: Tx) => {
    const key = await keyOf(tx, person)
    if (!key) return
    const data = seal(key, prospectName(person), Buffer.from(JSON.stringify(prospect)))
    await tx
      .insertInto('prospect')
      .values({ person, data })
      .onConflict((conflict) => conflict.column('person').doUpdateSet({ data }))
      .execute()
    await addLookup(tx, person, { kind: 'name', value: nameFound(prospect.name) })
  }

  /** Reads the newest import of each of some persons; others and erased ones are left out. */
  const prospects = async (persons: readonly string[]): Promise<Map<string, Prospect>> => {
    if (persons.length === 0) return new Map()
    const rows = await db.sql
      .selectFrom('prospect')
      .innerJoin('person_key', 'person_key.person', 'prospect.person')
      .select(['prospect.person', 'prospect.data', 'person_key.key'])
      .where('prospect.person', 'in', [...new Set(persons)])
      .execute()
    return new Map(
      rows.map(({ person, data, key }) => [
        person,
        JSON.parse(open(key, prospectName(person), data).toString()) as Prospect,
      ]),
    )
  }

  /** A person who registered with a phone and has no record yet, because they never applied. */
  const registeredOnly = async (phone: string): Promise<string | undefined> => {
    const row = await owners('phone', phone)
      .where(sql<boolean>`not exists (select from person where person.person = person_lookup.person)`)
      .executeTakeFirst()
    return row?.person
  }

  /**
   * The person with a phone, and those who had it: the newest record that an order of theirs has names another one. A
   * change that is only proposed does not count.
   */
  const holdersOf = async (phone: string): Promise<{ now: string | undefined; former: string[] }> => {
    const people = (await find('phone', phone)).toSorted()
    if (people.length === 0) return { now: undefined, former: [] }
    const refs = await db.sql
      .selectFrom('approval')
      .select((eb) => ['person', eb.fn.max('person_version').as('version')])
      .where('person', 'in', people)
      .groupBy('person')
      .execute()
    const records = await read(refs)
    const phones = new Map(refs.map(({ person }, nth) => [person, records[nth]?.phone]))
    const former = people.filter((person) => phones.has(person) && phones.get(person) !== phone)
    const holders = people.filter((person) => !former.includes(person))
    return { now: holders.find((person) => phones.has(person)) ?? holders[0], former }
  }

  const holderOf = async (phone: string): Promise<string | undefined> => (await holdersOf(phone)).now

  /** The id of a device in an app: it tells nothing of the device's own. */
  const visitorOf = (app: string, device: string): string => digest('visitor', `${app} ${device}`).slice(0, 32)

  /** The draw of a record, from 0 to 99: always the same for an id, and nobody without the key foretells it. */
  const drawOf = (kind: string, id: string): number => Number.parseInt(digest(`draw ${kind}`, id).slice(0, 8), 16) % 100

  /** The keyed digest of a code, which is different for each issue of it. */
  const codeDigest = (id: string, code: string): string => digest('verifyCode', `${id} ${code}`)

  // 80 bits: too many to guess, and few characters of a message.
  const tokenLength = 20
  /** The token of a person's link for opting out; it is always the same one. */
  const optOutTokenOf = (person: string): string => digest('optOutToken', person).slice(0, tokenLength)

  /** Makes a person found by one more value. Does nothing for an erased person. */
  const addLookup = async (tx: Tx, person: string, { kind, value: given }: { kind: LookupKind; value: string }) => {
    if (!(await keyOf(tx, person))) return
    await tx
      .insertInto('person_lookup')
      .values({ kind, digest: digest(kind, given), person })
      .onConflict((conflict) => conflict.columns(['kind', 'digest', 'person']).doNothing())
      .execute()
  }

  const find = async (kind: 'nik' | 'phone', value: string): Promise<string[]> =>
    (await owners(kind, value).execute()).map(({ person }) => person)

  /** The newest version of each of some persons; unknown ones are left out. */
  const newestOf = async (persons: readonly string[]): Promise<PersonRef[]> =>
    persons.length === 0
      ? []
      : db.sql
          .selectFrom('person')
          .select((eb) => ['person', eb.fn.max('version').as('version')])
          .where('person', 'in', [...new Set(persons)])
          .groupBy('person')
          .execute()

  /** A person's newest version; 0 for an unknown person. */
  const newest = async (person: string): Promise<number> => (await newestOf([person]))[0]?.version ?? 0

  /** Stores documents under their owner's key. Skips ids that exist, and everything once the key was destroyed. */
  const writeDocuments = async (tx: Tx, person: string, at: number, documents: readonly Document[]) => {
    if (documents.length === 0) return
    const key = await keyOf(tx, person)
    if (key) await insertDocuments(tx, key, person, at, documents)
  }

  const readDocument = async (person: string, id: string): Promise<{ mime: string; bytes: Buffer } | undefined> => {
    const row = await db.sql
      .selectFrom('document')
      .innerJoin('person_key', 'person_key.person', 'document.person')
      .select(['document.mime', 'document.data', 'person_key.key'])
      .where('document.id', '=', id)
      .where('document.person', '=', person)
      .executeTakeFirst()
    return row && { mime: row.mime, bytes: open(row.key, id, row.data) }
  }

  return {
    newPerson: ids,
    write,
    propose,
    adopt,
    rowsOf,
    erase,
    register,
    registerAll,
    isBarred,
    unknownOf,
    noteProspect,
    prospects,
    registeredOnly,
    holderOf,
    holdersOf,
    visitorOf,
    codeDigest,
    phoneDigest: (phone: string): string => digest('phone', phone),
    drawOf,
    read,
    owners,
    sharing,
    find,
    newestOf,
    optOutTokenOf,
    addLookup,
    newest,
    writeDocuments,
    readDocument,
  }
}
