import { type Collector as Context, collectorMachine } from '../../machines/collector.ts'
import { choices } from '../../services/collectionGroup.ts'
import { commands, type Collector } from '../../services/collector.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'

const collectors: Process = { machine: collectorMachine, words: 'collector', commands }

const fieldOf = (kind: 'pre' | 'post', ask: string, now: Collector): Field | undefined => {
  switch (ask) {
    case 'group':
      return {
        kind: 'choice',
        options: async (client) => {
          const { groups } = await client.call(choices, {})
          return groups
            .filter((group) => group.kind === kind && group.id !== now.group)
            .map(({ id, name, company }) => ({ value: id, name: company ? `${name} (${company})` : name }))
        },
      }
    case 'weight':
    case 'dailyCap':
      return { kind: 'number', initial: now[ask] }
    case 'certificate':
      return { kind: 'line', most: 40, ...(now.certificate !== null && { initial: now.certificate }) }
    default:
      return undefined
  }
}

export const subjectOf =
  (kind: 'pre' | 'post') =>
  (row: Collector): Subject => {
    const {
      id,
      version,
      name,
      state,
      since,
      weight,
      dailyCap,
      certificate,
      certifiedUntil: until,
      group,
      company,
    } = row
    const context: Context = {
      since,
      signInDue: 0,
      weight,
      dailyCap,
      certificate: certificate !== null && until !== null ? { number: certificate, until } : null,
      group,
      company,
    }
    return {
      process: collectors,
      stream: `collector/${id.slice('staff/'.length)}`,
      name,
      body: { id },
      state: { version, value: state, context, armed: {} },
      field: (_event, ask) => fieldOf(kind, ask, row),
      about: (_event, { t, number }) => ({
        'collector:ask.group': row.groupName,
        'collectionGroup:screen.employer': row.company === '' ? t('collectionGroup:employer.own') : row.company,
        'collectionGroup:screen.held': number(row.held),
      }),
    }
  }
