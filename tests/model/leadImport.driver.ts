import type { Fact } from '../../src/machines/kernel.ts'
import type { LeadImport } from '../../src/machines/leadImport.ts'
import { policy } from '../../src/server/policy.ts'
import * as leadImport from '../../src/services/leadImport.ts'
import { leadImportFacts } from '../machines/leadImport.events.ts'
import { idsOf } from './idsOf.ts'
import { type Move, leadImportModel } from './leadImport.moves.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'

let nth = 0

/** A file with one lead and one row with an error. */
export const csvOf = (phone: string) => Buffer.from(`phone,name,province\n${phone},Calon Nasabah,31\n12,Siapa,31\n`)

/** Files of leads, imported by the server's background work. */
export const leadImportProcess = (): Process<Move, LeadImport> & { batch: () => string; file: () => Buffer } => {
  let idOf: IdOf
  let batch: string
  const file = () => csvOf(`+62813${String(nth).padStart(8, '0')}`)
  const { source, proof, channels } = leadImportFacts.leadsStaged

  const facts = (type: Move['type']): object => {
    if (type === 'leadsStaged') return { batch, limit: policy.mostLeads, stagedTtl: policy.previewTtl }
    return type === 'importConfirmed' ? { runTtl: policy.runTtl } : {}
  }

  const driver: Driver<Move, LeadImport> = {
    isIdle: true,
    factOf: (move, standing, at): Fact => ({
      ...leadImportModel.factOf(move, standing, at, idOf),
      ...facts(move.type),
    }),
    begin: async (app) => {
      idOf = await idsOf(app, ['telemarketingLead'])
      nth += 1
      batch = `B-${nth}`
      return new Map()
    },
    ask: async ({ type }, { version, stream }) => {
      // The call always creates another import, so it cannot be repeated on this one.
      if (type === 'leadsStaged')
        return stream
          ? undefined
          : {
              endpoint: leadImport.upload,
              body: {
                name: 'leads.csv',
                content: file().toString('base64'),
                batch,
                source,
                proof,
                channels: [...channels],
              },
            }
      const endpoint = type === 'importConfirmed' ? leadImport.confirm : leadImport.drop
      const isAsked = type === 'importConfirmed' || type === 'importDropped'
      return isAsked && stream ? { endpoint, body: { id: stream.slice('leadImport/'.length), version } } : undefined
    },
  }

  return { model: leadImportModel, driver, batch: () => batch, file }
}
