import { blank } from '../../machines/kernel.ts'
import { type LeadImport as Context, leadImportMachine } from '../../machines/leadImport.ts'
import { commands, type LeadImport } from '../../services/leadImport.ts'
import type { Process, Subject } from '../detail/command/subject.ts'

const leadImports: Process = { machine: leadImportMachine, words: 'leadImport', commands }

export const subjectOf = (one: LeadImport): Subject => ({
  process: leadImports,
  stream: `leadImport/${one.id}`,
  name: one.batch,
  body: { id: one.id },
  state: {
    version: one.version,
    value: one.state,
    context: {
      ...(blank(leadImportMachine).context as Context),
      asker: one.asker,
      read: { format: 'csv', rows: one.rows, doubled: one.doubled, wrong: one.wrong },
    },
    armed: {},
  },
  about: (_event, { number }) => ({
    'lead:screen.batch': one.batch,
    'leadImport:screen.rows': number(one.rows),
  }),
})
