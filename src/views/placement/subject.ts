import { blank } from '../../machines/kernel.ts'
import { placementMachine } from '../../machines/placement.ts'
import { commands, type Placement } from '../../services/placement.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import { dayIn } from '../shared/day.ts'

export const placements: Process = { machine: placementMachine, words: 'placement', commands }

/** A placement of the list as the subject of commands. */
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
