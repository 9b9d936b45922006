import type { DataOf } from '../../services/endpoint.ts'
import { choices } from '../../services/statement.ts'
import { useRecord } from '../detail/record/useRecord.ts'

export type Account = DataOf<typeof choices>['accounts'][number]

/** The lender's bank accounts; empty until they are loaded. */
export const useAccounts = (): readonly Account[] =>
  useRecord(choices, {}, { kind: choices.id, id: '' }).record?.accounts ?? []
