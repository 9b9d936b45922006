import type { Approval, MachineFinding } from '../../src/machines/approval.facts.ts'
import { type State, stateName } from '../../src/machines/kernel.ts'

const kindOf = ({ hits, missing, accountVerified }: MachineFinding) => ({
  knockedOut: hits.some(({ knockOut }) => knockOut),
  complete: missing.length === 0,
  accountVerified,
})

/** The part of a state that the chart decides; the customer and the exact finding are the server's own. */
export const comparable = ({ version, value, context, armed }: State<Approval>, nameOf = (id: string) => id) => {
  const { application, finding, holder, firstReviewer, finalReviewer, ...rest } = context
  return {
    version,
    place: stateName(value),
    armed,
    ...rest,
    holder: holder && nameOf(holder),
    firstReviewer: firstReviewer && nameOf(firstReviewer),
    finalReviewer: finalReviewer && nameOf(finalReviewer),
    personVersion: application?.personVersion,
    applied: application && { amount: application.amount, term: application.term },
    finding: finding && kindOf(finding),
  }
}
