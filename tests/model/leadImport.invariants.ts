import { demands } from './invariants.ts'

type Facts = { rows: number; stagedTtl: number; runTtl: number }
type Book = { owner: string; rows: number; stagedDue: number; runDue: number }

const staged = {
  type: 'leadsStaged',
  format: 'xlsx',
  rows: 500,
  doubled: 3,
  limit: 500,
  batch: 'B-1',
  source: 'event',
  proof: 'a form',
  stagedTtl: 86_400_000,
}

export const leadImportInvariants = demands<Book, Facts>({
  chart: 'leadImport',
  empty: { owner: '', rows: 0, stagedDue: 0, runDue: 0 },
  forms: {
    leadsStaged: ['lead.import'],
    importConfirmed: ['lead.import (success)'],
    importDropped: ['lead.import'],
    importForgotten: ['SYS'],
    importFinished: ['SYS (success)'],
    importTimedOut: ['SYS'],
  },
  tries: ({ rows }) => [
    staged,
    { ...staged, rows: 0 },
    { ...staged, rows: 501, wrong: 'the file has more rows than are imported' },
    { type: 'importConfirmed', runTtl: 900_000, ...(rows === 0 && { wrong: 'there is nothing to import' }) },
    { type: 'importDropped' },
    { type: 'importFinished', imported: 1, repeated: 0, customers: 0, barred: 0 },
  ],
  after: (book, { event: { type, by, at, rows, stagedTtl, runTtl } }) => {
    if (type === 'leadsStaged') return { ...book, owner: by, rows, stagedDue: at + stagedTtl }
    return type === 'importConfirmed' ? { ...book, runDue: at + runTtl } : book
  },
  wrong: ({ owner }, { event: { type, by } }) => [
    (type === 'importConfirmed' || type === 'importDropped') && by !== owner && 'somebody else decides about the file',
  ],
  standing: ({ rows }, state) => [state === 'done' && rows === 0 && 'a file without leads was imported'],
  asksFor: {
    importConfirmed: ['runImport'],
    // People are not kept longer than somebody decides about them.
    importFinished: ['dropLeads'],
    importTimedOut: ['dropLeads'],
    importDropped: ['dropLeads'],
    importForgotten: ['dropLeads'],
  },
  waits: ({ stagedDue, runDue }, state): Record<string, number> =>
    state === 'staged' ? { importForgotten: stagedDue } : state === 'running' ? { importTimedOut: runDue } : {},
  ends: ['done', 'dropped', 'failed'],
})
