import type { Store } from '../store/store.ts'
import { newKey, sealContent } from './file.ts'

type Upload = {
  by: string
  at: number
  account: string
  name: string
  language: 'id' | 'en' | 'zh'
  bytes: Uint8Array
  /** The file that it was found in, when somebody uploaded it for another account. */
  of?: string
}
type Origin = { via: string; key: string; request: string }

/** Stores a file of an account under the new id `id`, to be read in its turn. */
export const uploadFile = (
  store: Store,
  id: string,
  { by, at, account, name, language, bytes, of }: Upload,
  origin: Origin,
) => {
  const key = newKey()
  return store.send({
    stream: `bankStatement/${id}`,
    event: { type: 'statementUploaded', by, at, account, bytes: bytes.length, language, ...(of && { of }) },
    ...origin,
    writes: async (tx) => {
      const file = { id, name, key, content: sealContent(key, id, bytes), findings: null }
      await tx.insertInto('bank_statement_file').values(file).execute()
      await tx.insertInto('bank_statement_run').values({ id }).execute()
    },
  })
}
