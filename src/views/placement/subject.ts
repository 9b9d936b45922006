import { blank } from '../../machines/kernel.ts'
import { placementMachine } from '../../machines/placement.ts'
import { agencies } from '../../services/collectionGroup.ts'
import { commands, type Placement } from '../../services/placement.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'
import { dayIn } from '../shared/day.ts'

export const placements: Process = { machine: placementMachine, words: 'placement', commands }

/** The choice of an agency. */
export const byAgency: Field = {
  kind: 'choice',
  options: async (client) => (await client.call(agencies, {})).agencies.map((name) => ({ value: name, name })),
}

export const subjectOf = ({ orderNo, version, state, proposer, customer, ...of }: Placement): Subject => ({
  process: placements,
  stream: `placement/${orderNo}`,
  name: orderNo,
  body: { orderNo },
  state: { version, value: state, context: { ...(blank(placementMachine).context as object), proposer }, armed: {} },
  about: (_event, format) => ({
    'approval:screen.customer': customer || format.t('audit:erased'),
    'placement:screen.balance': format.money(of.balance),
    'placement:ask.company': of.company,
    'placement:ask.until': dayIn(of.until, format),
  }),
})
