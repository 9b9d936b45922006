import { lifecycles } from '../../src/machines/lifecycles.ts'
import * as access from '../../src/services/access.ts'
import * as account from '../../src/services/account.ts'
import * as approval from '../../src/services/approval.ts'
import * as audit from '../../src/services/audit.ts'
import * as backtest from '../../src/services/backtest.ts'
import { answer, type Endpoint } from '../../src/services/endpoint.ts'
import * as flow from '../../src/services/flow.ts'
import * as jobs from '../../src/services/jobs.ts'
import * as loan from '../../src/services/loan.ts'
import * as order from '../../src/services/order.ts'
import * as payout from '../../src/services/payout.ts'
import * as risk from '../../src/services/risk.ts'
import * as setting from '../../src/services/setting.ts'
import * as statement from '../../src/services/statement.ts'
import * as user from '../../src/services/user.ts'
import type { Caller, TestApp } from '../kit/app.ts'

const atOnce = 8

type Opening = { endpoint: Endpoint; input: object; by?: Caller }

/** Opens every list and everything that a list leads to, as it is and as it was after each step; answers a line for each that is refused. */
export const refusedOf = async (app: TestApp): Promise<{ opened: number; refused: string[] }> => {
  const admin = await app.login('admin')
  const openings = [...lists(app), ...(await details(app))]
  const refused: string[] = []
  const open = async ({ endpoint, input, by = admin }: Opening) => {
    const { code, msg } = await by
      .call(endpoint, input as never)
      .catch((error: Error) => ({ code: -1, msg: error.message }))
    if (code !== 0) refused.push(`${endpoint.id} ${JSON.stringify(input)}: ${code} ${msg}`)
  }
  for (let from = 0; from < openings.length; from += atOnce)
    await Promise.all(openings.slice(from, from + atOnce).map(open))
  return { opened: openings.length, refused }
}

/** What needs nothing to be said. */
const lists = ({ mounted }: TestApp): Opening[] =>
  mounted
    .filter(({ id, body, data }) => id !== user.logout.id && data !== answer && body.safeParse({}).success)
    .map((endpoint) => ({ endpoint, input: {} }))

const details = async (app: TestApp): Promise<Opening[]> => {
  const { db } = app
  const streams = await db.sql.selectFrom('es_stream').select(['stream', 'kind', 'version']).execute()
  const of = (kind: string) =>
    streams
      .filter((stream) => stream.kind === kind)
      .map(({ stream, version }) => ({ id: stream.slice(kind.length + 1), version }))
  const orders = of('approval')
  const each = (endpoint: Endpoint, inputs: readonly object[], by?: Caller): Opening[] =>
    inputs.map((input) => ({ endpoint, input, ...(by && { by }) }))
  const events = await db.sql.selectFrom('es_event').select(['pos', 'stream', 'at']).execute()
  const entries = await db.sql.selectFrom('audit').select('pos').execute()
  const ids = (kind: string) => of(kind).map(({ id }) => ({ id }))
  const orderNos = orders.map(({ id }) => ({ orderNo: id }))
  const payouts = events.filter(({ stream }) => stream.startsWith('payout/'))
  const owners = { sheet: await app.login('support'), export: await app.login('reviewLead') }
  return [
    ...each(
      approval.list,
      approval.lists.map((list) => ({ list })),
    ),
    ...each(
      payout.list,
      payout.lists.map((list) => ({ list })),
    ),
    ...each(approval.detail, orderNos),
    ...each(
      approval.detail,
      orders.flatMap(({ id, version }) =>
        Array.from({ length: version }, (_, index) => ({ orderNo: id, at: index + 1 })),
      ),
    ),
    ...[approval.related, approval.notes, order.editsOf, payout.ofOrder, loan.loan].flatMap((endpoint) =>
      each(endpoint as Endpoint, orderNos),
    ),
    ...each(
      payout.ofOrder,
      payouts.map(({ stream, at }) => ({ orderNo: stream.slice('payout/'.length), until: at })),
    ),
    ...each(
      account.detail,
      of('account').map(({ id }) => ({ id: Number(id) })),
    ),
    ...each(
      access.roleHistory,
      of('role').map(({ id }) => ({ role_id: Number(id) })),
    ),
    ...each(
      setting.history,
      of('setting').map(({ id }) => ({ kind: id.split('/')[0], code: id.split('/')[1] })),
    ),
    ...each(order.sheetRows, ids('orderSheet'), owners.sheet),
    ...each(
      order.sheetChunk,
      of('orderSheet').map(({ id }) => ({ id, n: 0 })),
      owners.sheet,
    ),
    ...each(jobs.bulkStatus, ids('bulk'), owners.export),
    ...each(
      jobs.bulkRows,
      of('bulk').map(({ id }) => ({ id, refused: false })),
      owners.export,
    ),
    ...each(backtest.one, ids('backtest')),
    ...each(statement.open, ids('statementLine')),
    ...each(statement.days, [{ account: 'BCA-OUT' }]),
    ...each(
      flow.summary,
      lifecycles.map(({ name }) => ({ chart: name })),
    ),
    ...each(
      audit.entry,
      events.map(({ pos }) => ({ log: 'event', pos })),
    ),
    ...each(
      audit.entry,
      entries.map(({ pos }) => ({ log: 'audit', pos })),
    ),
    ...each(
      risk.version,
      of('ruleSet').map(({ id }) => ({ version: id })),
    ),
  ]
}
