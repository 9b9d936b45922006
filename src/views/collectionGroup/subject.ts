import { collectionGroupMachine, type Targets, type Terms as Context } from '../../machines/collectionGroup.ts'
import { collectionStages } from '../../machines/collectionStages.ts'
import { getApps } from '../../services/access.ts'
import { type CollectionGroup, commands } from '../../services/collectionGroup.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'

export const collectionGroups: Process = { machine: collectionGroupMachine, words: 'collectionGroup', commands }

const week = [1, 2, 3, 4, 5, 6, 7]
const usual: Context = {
  name: '',
  company: '',
  stages: [],
  apps: [],
  capacity: 100,
  days: [1, 2, 3, 4, 5, 6],
  opens: '08:00',
  closes: '20:00',
  commission: 0,
  target: 0,
}

/** The field of one part of a group of a kind, with what it says now. */
const fieldOf = (kind: 'pre' | 'post', ask: string, now: Context): Field | undefined => {
  switch (ask) {
    case 'name':
    case 'opens':
    case 'closes':
      return { kind: 'line', most: ask === 'name' ? 60 : 5, initial: now[ask] }
    case 'company':
      return { kind: 'line', most: 60, optional: true, initial: now.company }
    case 'stages': {
      const stages = collectionStages.filter((stage) => (stage === 'pre') === (kind === 'pre'))
      return {
        kind: 'checks',
        options: stages.map((value) => ({ value, words: `recoveryCase:stage.${value}` })),
        initial: kind === 'pre' ? stages : now.stages,
      }
    }
    case 'apps':
      return {
        kind: 'checks',
        optional: true,
        options: async (client) =>
          (await client.call(getApps, {})).apps.map(({ code, name }) => ({ value: code, name })),
        initial: now.apps,
      }
    case 'days':
      return {
        kind: 'checks',
        optional: true,
        options: week.map((value) => ({ value: String(value), words: `reviewers:weekday.${value}` })),
        initial: now.days.map(String),
      }
    case 'capacity':
    case 'commission':
    case 'target':
      return { kind: 'number', initial: now[ask] }
    default:
      return undefined
  }
}

/** The field of one target, with what was planned last. */
const targetField = (ask: string, last: Targets | undefined): Field => {
  if (ask === 'from') return { kind: 'day' }
  if (ask === 'productivity') return { kind: 'rupiah', initial: last?.productivity ?? 0 }
  return { kind: 'number', initial: last?.[ask as keyof Omit<Targets, 'from'>] ?? 0 }
}

/** The fields of a group that does not exist yet. */
export const newField =
  (kind: 'pre' | 'post'): NonNullable<Subject['field']> =>
  (_event, ask) =>
    fieldOf(kind, ask, usual)

export const subjectOf = (row: CollectionGroup): Subject => {
  const { id, version, state, kind, members, held, targetsNow, targetsAhead, targets, ...terms } = row
  // A group that never had targets may plan them from any day on.
  const context = { ...terms, ...(targets.length > 0 && { targets }) }
  return {
    process: collectionGroups,
    stream: `collectionGroup/${id}`,
    name: row.name,
    body: { id },
    state: { version, value: state, context, armed: {} },
    field: (event, ask) =>
      event === 'targetsPlanned' ? targetField(ask, targets.at(-1)) : fieldOf(kind, ask, context),
    about: (_event, { t, number }) => ({
      'collectionGroup:screen.kind': t(`collectionGroup:kind.${kind}`),
      'collectionGroup:screen.employer': row.company || t('collectionGroup:employer.own'),
      'collectionGroup:screen.members': number(members),
      'collectionGroup:screen.held': number(held),
    }),
  }
}
