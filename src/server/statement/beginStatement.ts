import { beginInTurn } from '../jobs/turn.ts'

const queue = {
  table: 'bank_statement',
  person: 'uploader',
  since: 'uploaded_at',
  waiting: 'uploaded',
  running: 'reading',
} as const

/** Begins to read a file; each person's files are read one after the other. */
export const beginStatement = beginInTurn(queue, 'statementBegun')
