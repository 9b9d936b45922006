import type { Approval, MachineFinding } from '../../machines/approval.facts.ts'
import { type State, stateName } from '../../machines/kernel.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../work.ts'
import { accountHeld, keepReview, outcome, type Review, reviewOf } from './machineReview.ts'

const checkedHere = /^(firstReview|finalReview|passed)/

/** Checks an application anew by what was changed of its customer. A provider that does not answer is asked again later. */
export const recheckCustomer =
  (server: Server): Effect =>
  async ({ stream, event: reference }) => {
    const { value, context } = (await server.store.state(stream)) as State<Approval>
    const { application, round, unchecked } = context
    // Elsewhere nothing rests on it: the machine looks at all of it when the application comes again.
    if (!application || !checkedHere.test(stateName(value))) return undefined
    // An approved one had its payout cancelled, which opens again with the answer.
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

// What was missing before, and people passed all the same, is no news.
const isSound = (finding: MachineFinding, review: Review | undefined) =>
  finding.accountVerified && (!review || outcome(finding) === 'machinePassed')
