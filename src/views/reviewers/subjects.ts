import { reviewerMachine } from '../../machines/reviewer.ts'
import { reviewGroupMachine } from '../../machines/reviewGroup.ts'
import { type Group, groupClose, groupReopen, type Reviewer, sendHome } from '../../services/reviewers.ts'
import type { Process, Subject } from '../detail/command/subject.ts'

const groups: Process = {
  machine: reviewGroupMachine,
  words: 'reviewGroup',
  commands: { groupClosed: groupClose, groupReopened: groupReopen },
}
const reviewers: Process = { machine: reviewerMachine, words: 'reviewer', commands: { sentHome: sendHome } }

/** A group as the subject of closing and reopening. */
export const groupSubject = ({ id, version, state, onShift: _, ...context }: Group): Subject => ({
  process: groups,
  stream: `reviewGroup/${id}`,
  name: context.name,
  body: { id },
  state: { version, value: state, context, armed: {} },
  about: (_event, { t, number }) => ({
    'reviewers:stages': context.stages.map((stage) => t(`reviewers:stage.${stage}`)).join(', '),
    'reviewers:apps': context.apps.join(', ') || t('reviewers:allApps'),
    'reviewers:members': number(context.members.length),
  }),
})

/** A reviewer as the subject of signing them out. */
export const reviewerSubject = ({ id, version, name, since, weight }: Reviewer): Subject => ({
  process: reviewers,
  stream: `reviewer/${id.slice('staff/'.length)}`,
  name,
  body: { id },
  state: { version, value: since === null ? 'away' : 'atWork', context: { since, weight, signInDue: 0 }, armed: {} },
})
