import type { Tx } from '../store/command.ts'
import { newKey, sealContent } from './file.ts'

type Upload = { account: string; name: string; language: 'id' | 'en' | 'zh'; bytes: Uint8Array }

/** The facts of an account's file under the new id `id`, and what stores it, to be read in its turn. */
export const uploadOf = (id: string, { account, name, language, bytes }: Upload) => {
  const key = newKey()
  return {
    facts: { account, bytes: bytes.length, language },
    writes: async (tx: Tx) => {
      const file = { id, name, key, content: sealContent(key, id, bytes), findings: null }
      await tx.insertInto('bank_statement_file').values(file).execute()
      await tx.insertInto('bank_statement_run').values({ id }).execute()
    },
  }
}
