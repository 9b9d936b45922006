import type { Approval } from '../../machines/approval.facts.ts'
import type { State } from '../../machines/kernel.ts'
import type { PayoutTerms } from '../../machines/payout.facts.ts'
import { feesOf } from '../approval/detail.ts'
import { approvalProjection } from '../approval/projection.ts'
import type { Server } from '../server.ts'

type Approved = Omit<PayoutTerms, 'amount' | 'channel'>

/** An approval's terms for its payout; undefined unless it is passed and nothing waits to be rechecked. */
export const approvedIn = ({ value, context }: State<Approval>): Approved | undefined => {
  const { application, unchecked, finalReviewer, finalAt } = context
  if (value !== 'passed' || unchecked.length > 0 || !application) return undefined
  const { orderNo, person, personVersion, app, product } = application
  return { orderNo, person, personVersion, app, product, amountBy: finalReviewer!, approvedAt: finalAt! }
}

/** Whether a payout's terms are those of the present approval. */
export const isOf = (approved: Approved | undefined, terms: PayoutTerms) =>
  approved?.approvedAt === terms.approvedAt && approved.personVersion === terms.personVersion

/** The amount that the customer receives, and the payout channel unless staff change it. */
export const payableOf = (
  { channels }: Pick<Server, 'channels'>,
  approval: State<Approval>,
): Pick<PayoutTerms, 'amount' | 'channel'> => ({
  amount: feesOf(approvalProjection.row('', approval)).arrivalAmount,
  channel: usualChannel(channels),
})

export const usualChannel = ({ payouts }: Pick<Server['channels'], 'payouts'>): string => Object.keys(payouts)[0] ?? ''
