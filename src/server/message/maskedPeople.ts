import { maskPerson } from '../../machines/masks.ts'
import { knownOf } from '../contact/attempt.ts'
import { readMasked } from '../customers/readMasked.ts'
import type { PersonRef } from '../customers/vault.ts'
import type { Server } from '../server.ts'

/**
 * The masked names and phones of customers and leads, in the order of `refs`; empty for erased ones. The version of a
 * lead, of whom nothing but an import is known, is 0.
 */
export const maskedPeople = async (
  { db, vault }: Pick<Server, 'db' | 'vault'>,
  refs: readonly PersonRef[],
): Promise<{ name: string; phone: string }[]> => {
  const customers = await readMasked(db, refs)
  const leads = await knownOf(
    { db, vault },
    refs.filter(({ version }) => version === 0).map(({ person }) => person),
  )
  return refs.map(({ person, version }, nth) =>
    version === 0 ? maskPerson(leads.get(person)?.record) : customers[nth]!,
  )
}
