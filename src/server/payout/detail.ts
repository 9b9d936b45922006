import { replay, type State } from '../../machines/kernel.ts'
import { accountVersions, type Payout, type PayoutEvent } from '../../machines/payout.facts.ts'
import { payoutMachine } from '../../machines/payout.ts'
import * as payout from '../../services/payout.ts'
import { mask } from '../customers/maskRecord.ts'
import type { EventRow } from '../db/tables.ts'
import type { Server } from '../server.ts'
import { factOf, recordOf } from '../store/events.ts'
import { payoutSteps } from './history.ts'
import { payoutsOf } from './lists.ts'
import { payoutRow } from './projection.ts'

/** Serves one order's payout with all its attempts and its history, from its events; accounts are masked. */
export const payoutDetail = (server: Server) => {
  const { db, store, vault, handle } = server

  handle(payout.ofOrder, async ({ orderNo, until }) => {
    const stream = `payout/${orderNo}` as const
    // Read before the history, so that the history holds every event that led to this state.
    const current = await store.state(stream)
    const asOf = until ?? null
    if (current.version === 0) return { asOf, payout: null, attempts: [], history: [] }
    const events = (await store.history(stream)).slice(0, current.version)
    const facts = events.map((row) => factOf(row) as PayoutEvent)
    const payees = await payeesOf(current.context.terms!.person, accountVersions(facts))
    const history = await payoutSteps(db, orderNo, events, payees)
    const state = until === undefined ? current : stateBy(events, until)
    if (state.version === 0) return { asOf, payout: null, attempts: [], history }
    const { context } = state
    const attempts = attemptsOf(context, history.slice(0, state.version), payees)
    const [payout] = await payoutsOf(server, [payoutRow(stream, state)])
    const { accountVersion, proposal } = context
    const isOther = proposal !== null && proposal.accountVersion !== accountVersion
    return {
      asOf,
      payout: {
        ...payout!,
        message: attempts.at(-1)?.message ?? null,
        payee: payees(accountVersion),
        proposed: isOther ? payees(proposal.accountVersion) : null,
      },
      attempts,
      history,
    }
  })

  /** Maps record versions to the masked accounts that this payout went or was to go to. */
  const payeesOf = async (person: string, versions: readonly number[]) => {
    const records = await vault.read(versions.map((version) => ({ person, version })))
    return (record: number): payout.Payee => {
      const { bank, account, accountHolder } = mask(records[versions.indexOf(record)])
      return { record, bank, account, accountHolder }
    }
  }
}

/** Replays the payout's events up to an instant. */
const stateBy = (events: readonly EventRow[], until: number): State<Payout> =>
  replay(payoutMachine, events.slice(0, events.findLastIndex(({ at }) => at <= until) + 1).map(recordOf))

/** Lists the attempts, each with its maker, its checker and the provider's last message on it. */
const attemptsOf = (
  { attempts }: Payout,
  history: readonly payout.PayoutStep[],
  payees: (record: number) => payout.Payee,
): payout.PayoutAttempt[] => {
  const nameOf = (id: string) => history.find(({ by }) => by === id)?.byName ?? id
  const messageOf = (txid: string) =>
    history.findLast(
      ({ type, details }) => type !== 'payoutContradicted' && details.txid === txid && details.message !== undefined,
    )?.details.message ?? null
  return attempts.map(({ accountVersion, maker, checker, arrived, ...attempt }) => ({
    ...attempt,
    payee: payees(accountVersion),
    makerName: nameOf(maker),
    checkerName: nameOf(checker),
    message: messageOf(attempt.txid),
    arrivedOn: arrived?.day ?? null,
  }))
}
