import type { Decided } from './bulkFacts.ts'
import { instant, type ListColumns, number, text, word } from './columns.ts'
import type { Lead, Origin } from './lead.ts'
import { stateWords } from './quality.columns.ts'

const yesNo = (at: number | null) => (at === null ? 'no' : 'yes')

export const leadColumns = {
  name: text('approval:screen.customer', (one) => one.name),
  phone: text('approval:screen.phone', (one) => one.phone),
  state: word('lead:screen.state', (one) => `lead:state.${one.state}`),
  seller: text('lead:screen.seller', (one) => one.sellerName),
  callBack: instant('lead:screen.callBack', (one) => one.callBack),
  channel: word('lead:screen.channel', (one) => one.channel && `contact:channel.${one.channel}`),
  outcome: word('lead:screen.outcome', (one) => one.outcome && `contact:outcome.${one.outcome}`),
  contactedAt: instant('lead:screen.contactedAt', (one) => one.contactedAt),
  attempts: number('lead:screen.attempts', (one) => one.attempts),
  registered: word('lead:screen.registered', (one) => `lead:registered.${yesNo(one.registeredAt)}`),
  applied: word('lead:screen.applied', (one) => `lead:applied.${yesNo(one.appliedAt)}`),
  result: word('lead:screen.result', (one) => one.result && `lead:result.${one.result}`),
  reason: word('lead:ask.reason', (one) => one.reason && `lead:reason.${one.reason}`),
  quality: word('quality:screen.state', (one) => one.check && stateWords(one.check.state)),
  batch: text('lead:screen.batch', (one) => one.batch),
  source: text('lead:screen.source', (one) => one.source),
  requests: number('lead:screen.requests', (one) => one.requests),
  importedAt: instant('lead:screen.importedAt', (one) => one.importedAt),
  former: text('lead:screen.former', (one) => one.formerName),
} satisfies ListColumns<Lead>

export const originColumns = {
  batch: text('lead:screen.batch', (one, inWords) => one.batch ?? inWords('lead:screen.several')),
  source: text('lead:screen.source', (one, inWords) => one.source ?? inWords('lead:screen.several')),
  importedAt: instant('lead:screen.lastImport', (one) => one.importedAt),
  leads: number('lead:screen.leads', (one) => one.leads),
  repeated: number('lead:screen.repeated', (one) => one.repeated),
  reached: number('lead:screen.reached', (one) => one.reached),
  registered: number('lead:registered.yes', (one) => one.registered),
  applied: number('lead:applied.yes', (one) => one.applied),
  paid: number('lead:screen.paid', (one) => one.paid),
} satisfies ListColumns<Origin>

const { name, phone, seller, batch } = leadColumns
/** The columns that describe many leads before one command for all of them. */
export const decidedLeads: Decided<Lead> = { amounts: {}, shared: { seller, batch }, each: { name, phone } }
