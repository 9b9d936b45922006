import { type Scorecard, usualScorecard } from '../../machines/scorecard.ts'
import { inForce } from '../inForce.ts'
import type { Server } from '../server.ts'

/** The scorecard at an instant; the usual one while the lender has none. */
export const scorecardAt = async (server: Pick<Server, 'db'>, at: number): Promise<Scorecard> =>
  (await inForce(server, 'scorecard', at)) ?? { from: '2020-01-01', ...usualScorecard }
