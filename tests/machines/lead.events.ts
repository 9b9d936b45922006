import type { LeadEvent } from '../../src/machines/lead.facts.ts'
import { usualLeadRules } from '../../src/machines/leadRules.ts'

const rules = { from: '2020-01-01', ...usualLeadRules }
const origin = { batch: 'B-1', source: 'event' }
const deadline = { armed: 1 }

/** The data of each event, without `by` and `at`. */
export const leadFacts = {
  leadImported: origin,
  requestedAgain: { batch: 'B-2', source: 'partner' },
  claimed: { rules, held: 3, mostHeld: 50 },
  assigned: { seller: 'telemarketer', rules },
  reassigned: { seller: 'telemarketer.2', rules },
  released: {},
  recalled: {},
  reopened: {},
  contacted: { attempt: 'attempt-1', channel: 'phone' },
  outcomeNoted: { outcome: 'reached' },
  callBackSet: { day: '2026-03-11', time: '15:00' },
  callBackDue: deadline,
  idleNoticed: deadline,
  returnedIdle: deadline,
  finished: { result: 'agreed' },
  invalidated: { reason: 'wrongNumber' },
  withdrawn: { reason: 'doNotContact' },
  registered: { credit: 30 },
  applied: { orderNo: 'LK260310000001', credit: 30 },
} as const satisfies Record<LeadEvent['type'], object>
