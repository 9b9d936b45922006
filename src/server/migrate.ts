import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as eventStore from './schema/0001-event-store.ts'
import * as authority from './schema/0002-authority.ts'
import * as approval from './schema/0003-approval.ts'
import * as flow from './schema/0004-flow.ts'
import * as lists from './schema/0005-lists.ts'
import * as views from './schema/0006-views.ts'
import * as jobs from './schema/0007-jobs.ts'
import * as notes from './schema/0008-notes.ts'
import * as reviews from './schema/0009-reviews.ts'
import * as risk from './schema/0010-risk.ts'
import * as reviewers from './schema/0011-reviewers.ts'
import * as orders from './schema/0012-orders.ts'
import * as backtest from './schema/0013-backtest.ts'
import * as payouts from './schema/0014-payouts.ts'
import * as loans from './schema/0015-loans.ts'
import * as bankStatements from './schema/0016-statements.ts'
import * as edits from './schema/0017-edits.ts'
import * as withdrawals from './schema/0018-withdrawals.ts'
import * as withdrawalProofs from './schema/0019-withdrawal-proofs.ts'
import * as access from './schema/0020-access.ts'
import * as auditIndexes from './schema/0021-audit.ts'
import * as devices from './schema/0022-devices.ts'
import * as exports from './schema/0023-exports.ts'
import * as settings from './schema/0024-settings.ts'
import * as instalments from './schema/0026-instalments.ts'
import * as briefs from './schema/0027-briefs.ts'
import * as seenRows from './schema/0029-seen-rows.ts'
import * as lineOrder from './schema/0030-line-order.ts'
import * as loanRoom from './schema/0031-loan-room.ts'

/** `fill` writes into what the statements made what no statement can know. */
type Step = { statements: readonly string[]; fill?: (tx: Kysely<any>) => Promise<void> }

const steps: Record<string, Step> = {
  '0001-event-store': eventStore,
  '0002-authority': authority,
  '0003-approval': approval,
  '0004-flow': flow,
  '0005-lists': lists,
  '0006-views': views,
  '0007-jobs': jobs,
  '0008-notes': notes,
  '0009-reviews': reviews,
  '0010-risk': risk,
  '0011-reviewers': reviewers,
  '0012-orders': orders,
  '0013-backtest': backtest,
  '0014-payouts': payouts,
  '0015-loans': loans,
  '0016-statements': bankStatements,
  '0017-edits': edits,
  '0018-withdrawals': withdrawals,
  '0019-withdrawal-proofs': withdrawalProofs,
  '0020-access': access,
  '0021-audit': auditIndexes,
  '0022-devices': devices,
  '0023-exports': exports,
  '0024-settings': settings,
  '0026-instalments': instalments,
  '0027-briefs': briefs,
  // They are sealed another way than those that the step before had made.
  '0028-briefs-anew': { statements: [], fill: briefs.fill },
  '0029-seen-rows': seenRows,
  '0030-line-order': lineOrder,
  '0031-loan-room': loanRoom,
}

/** Brings a database to the newest schema; throws what the failing statement said. */
export const migrate = async (db: Kysely<any>): Promise<void> => {
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, { statements, fill }]) => [
      name,
      {
        up: async (tx: Kysely<any>) => {
          for (const statement of statements) await sql.raw(statement).execute(tx)
          await fill?.(tx)
        },
      },
    ]),
  )
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  if (error) throw error
}
