import { assign, setup } from 'xstate'
import { businessDay } from './calendar.ts'
import { byAnother, type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'

/** The totals of an account's lines on a day, in rupiah. */
export type DayTotals = { lines: number; start: number; end: number; credits: number; debits: number }
/**
 * `unsettled`: lines that wait for somebody. `appending`: files that are being added to the account. `missing`: files up
 * to this day with movements that were left out and did not come.
 */
type Standing = DayTotals & { unsettled: number; appending: number; missing: number }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type StatementDayEvent =
  | Did<'dayCloseProposed', Standing & { account: string; day: string }>
  | Did<'dayClosed', Standing>
  | Did<'dayCloseRefused'>

export type StatementDay = {
  account: string
  day: string
  totals: DayTotals | null
  proposer: string | null
  checker: string | null
  closedAt: number | null
}

type About = { context: StatementDay; event: Payload<StatementDayEvent> }

// Sums of decimals are compared as whole sen.
const inSen = (rupiah: number) => Math.round(rupiah * 100)

const compared = ['lines', 'start', 'end', 'credits', 'debits'] as const

const rules = {
  anotherPerson: byAnother(({ proposer }: StatementDay) => [proposer]),
  dayOver: onPayload(({ event }: About) => event.day! < businessDay(event.at)),
  someLines: onPayload(({ event }: About) => event.lines! > 0),
  allSettled: onPayload(({ event }: About) => event.unsettled === 0),
  noneAppending: onPayload(({ event }: About) => event.appending === 0),
  // Events of before have no such number.
  noneMissing: onPayload(({ event: { missing = 0 } }: About) => missing === 0),
  ties: onPayload(({ event }: About) => inSen(event.start! + event.credits! - event.debits!) === inSen(event.end!)),
  asProposed: onPayload(({ context, event }: About) => compared.every((name) => context.totals![name] === event[name])),
}
const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

/** A day of a bank account: one person closes it, another confirms it, and it is final from then on. */
export const statementDayMachine = setup({
  types: {} as { context: StatementDay; events: StatementDayEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
}).createMachine({
  id: 'statementDay',
  version: '1',
  initial: 'open',
  context: { account: '', day: '', totals: null, proposer: null, checker: null, closedAt: null },
  states: {
    open: {
      tags: 'way',
      on: {
        dayCloseProposed: {
          target: 'closing',
          guard: all('dayOver', 'someLines', 'allSettled', 'noneAppending', 'noneMissing', 'ties'),
          meta: { interface: 'bankStatement.proposeClose' },
          actions: assign(({ event: { by, account, day, lines, start, end, credits, debits } }) => ({
            account,
            day,
            totals: { lines, start, end, credits, debits },
            proposer: by,
          })),
        },
      },
    },

    closing: {
      tags: 'way',
      on: {
        dayClosed: {
          target: 'closed',
          guard: all('anotherPerson', 'noneAppending', 'noneMissing', 'allSettled', 'asProposed'),
          meta: { interface: 'bankStatement.confirmClose', tone: 'success' },
          actions: assign(({ event: { by, at } }) => ({ checker: by, closedAt: at })),
        },
        dayCloseRefused: {
          target: 'open',
          guard: 'anotherPerson',
          meta: { interface: 'bankStatement.refuseClose', tone: 'danger' },
          actions: assign({ totals: null, proposer: null }),
        },
      },
    },

    closed: { tags: 'goal' },
  },
})
