import { sql } from 'kysely'
import type { Tx } from '../store/command.ts'

/** A row of a roll-up: its key, and what is added to its sums; a sum without a value stays. */
type Addend = Readonly<Record<string, string | number>>

/**
 * Adds rows to a roll-up, those with equal keys at once. They are added up here: in SQL each sum would walk every row of a
 * batch.
 */
export const addTo = async (
  tx: Tx,
  table: string,
  { keys, sums, rows }: { keys: readonly string[]; sums: readonly string[]; rows: readonly Addend[] },
): Promise<void> => {
  const nothing = Object.fromEntries(sums.map((name) => [name, 0]))
  const added = new Map<string, Record<string, string | number>>()
  for (const row of rows) {
    const key = keys.map((name) => row[name]).join('\0')
    const sum = added.get(key) ?? { ...row, ...nothing }
    for (const name of sums) sum[name] = Number(sum[name]) + Number(row[name] ?? 0)
    added.set(key, sum)
  }
  const changed = [...added.values()].filter((sum) => sums.some((name) => sum[name] !== 0))
  if (changed.length === 0) return
  const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  const columns = refs([...keys, ...sums])
  await sql`
    insert into ${sql.table(table)} as known (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(changed)}::jsonb)
    on conflict (${refs(keys)}) do update set ${sql.join(
      sums.map((name) => sql`${sql.ref(name)} = ${sql.ref(`known.${name}`)} + excluded.${sql.ref(name)}`),
    )}`.execute(tx)
}
