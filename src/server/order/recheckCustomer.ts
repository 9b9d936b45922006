import type { MachineFinding } from '../../machines/approval.facts.ts'
import { machineOutcome } from '../../machines/approval.facts.ts'
import { stateName } from '../../machines/kernel.ts'
import { accountHeld, keepReview, type Review, reviewOf } from '../approval/machineReview.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

const checkedHere = /^(firstReview|finalReview|passed)/

/** Rechecks an application after its customer's data changed. Retries when a provider does not answer. */
export const recheckCustomer =
  (server: Server): Effect<'approval'> =>
  async ({ stream, event: reference }) => {
    const { value, context } = await server.store.state(stream)
    const { application, round, unchecked } = context
    // No decision depends on it in other states: the machine review checks everything when the application returns.
    if (!application || !checkedHere.test(stateName(value))) return undefined
    // The change cancelled an approved application's payout; the recheck's event reopens it.
    if (unchecked.length === 0 && value !== 'passed') return undefined
    const now = server.clock.now()
    const { person, personVersion } = application
    const isWhole = unchecked.includes('rules') || !context.finding
    const review = isWhole ? await reviewOf(server, application, round, reference, now) : undefined
    const [customer] = await server.vault.read([{ person, version: personVersion }])
    const isDue = unchecked.includes('account')
    const finding = review?.finding ?? {
      ...context.finding!,
      accountVerified: isDue
        ? await accountHeld(server.channels, customer, reference)
        : context.finding!.accountVerified,
    }
    return {
      event: {
        type: isSound(finding, review) ? 'rechecked' : 'recheckFailed',
        by: 'SYS',
        at: now,
        round,
        personVersion,
        finding,
      },
      writes: async (tx) => {
        if (review) await keepReview(server.vault, tx, { ...application, round, reference, at: now }, review)
      },
    }
  }

// Without a new review only the account counts: reviewers have already accepted the earlier finding.
const isSound = (finding: MachineFinding, review: Review | undefined) =>
  finding.accountVerified && (!review || machineOutcome(finding) === 'machinePassed')
