import { businessDay } from '../../machines/calendar.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import * as order from '../../services/order.ts'
import { feesOf } from '../approval/detail.ts'
import { orderReader } from '../approval/lists.ts'
import { namesIn, orderOf, type RowWithPeople, type TargetOf, targets } from '../approval/row.ts'
import { maskedIn } from '../customers/readMasked.ts'
import { awaitedLater } from '../kit/awaitedLater.ts'
import { channelCostOn, channelsOf, ruleSetsOf } from '../lists/channels.ts'
import { counted, pageSize } from '../lists/keyset.ts'
import { productsOf } from '../lists/products.ts'
import { reviewersOf } from '../lists/reviewers.ts'
import type { Server } from '../server.ts'
import type { Onlooker } from '../staff/appScope.ts'
import { orderEdits } from './edit.ts'
import { moneyOf } from './loan.ts'

type Parts = Pick<Server, 'db' | 'vault' | 'clock'>
/** `columns` names the columns of an export. */
type Reader = Onlooker & { by: string; columns?: readonly string[] }

const sortedBy = 'applied_at'

/** The column in whose order a count reads the rows: that of the index of a result, unless the days of applications narrow more. */
const countedBy = ({ appliedFrom, appliedTo, firstResult, finalResult }: Omit<BodyOf<typeof order.count>, 'exact'>) => {
  if (appliedFrom !== undefined || appliedTo !== undefined) return sortedBy
  return finalResult ? 'final_at' : firstResult ? 'first_at' : sortedBy
}

type Money = Pick<order.Order, 'payout' | 'loan'>
type Sorted = { row: RowWithPeople; sortedAt: number }
type Known = {
  names: ReadonlyMap<string, string>
  money: ReadonlyMap<string, Money>
  costOf: Awaited<ReturnType<typeof channelCostOn>>
  targetOf: TargetOf
}

/** Makes an order from its row and what else is known of it; the customer's name and numbers are masked. */
const wholeOrder = ({ row, sortedAt }: Sorted, { names, money, costOf, targetOf }: Known): order.Order => {
  const customer = maskedIn(row)
  const { nik, email, city, province, bank, account } = customer
  const own = money.get(row.order_no)
  return {
    ...orderOf(row, sortedAt, customer, names, targetOf),
    ...feesOf(row),
    appCustomerType: row.app_customer_type,
    whiteType: row.white_type,
    nik,
    email,
    city,
    province,
    bank,
    account,
    channelCost: costOf(row.channel, businessDay(row.applied_at)),
    payout: own?.payout ?? null,
    loan: own?.loan ?? null,
  }
}

/** Reads the staff names of a page's orders and, `withMoney`, their payouts and loans. */
const knownOf = async (parts: Parts, rows: readonly RowWithPeople[], withMoney: boolean): Promise<Known> => {
  const [names, money, costOf, targetOf] = await Promise.all([
    namesIn(parts.db, rows),
    moneyOf(parts, withMoney ? rows.map((row) => row.order_no) : []),
    channelCostOn(parts.db),
    targets(parts),
  ])
  return { names, money, costOf, targetOf }
}

/** Makes orders, with payout and loan, from a page's rows in their order. */
export const wholeOrders = async (parts: Parts, rows: readonly RowWithPeople[]) => {
  const known = await knownOf(parts, rows, true)
  return rows.map((row) => wholeOrder({ row, sortedAt: row.applied_at }, known))
}

/** Reads the list of all orders: a page at a time, and the count for a filter. */
export const allOrders = (parts: Parts) => {
  const reader = orderReader(parts)
  const filtered = (filter: Omit<BodyOf<typeof order.count>, 'exact'>, { by, staff }: Reader) =>
    reader.narrow(parts.db.sql.selectFrom('approval'), filter, { sortedBy, by, staff })

  /** Reads a page whose rows are made one by one as the caller iterates them. */
  const read = async (
    { after, sort = '-appliedAt', limit = pageSize, ...filter }: BodyOf<typeof order.list>,
    { withMoney = true, ...asked }: Reader & { withMoney?: boolean },
  ) => {
    const where = { by: sortedBy, sort, after, limit, columns: asked.columns } as const
    const { rows: found, next } = await reader.page(filtered(filter, asked), where)
    // Starts now and is awaited later: the caller may still be busy with the page before.
    const known = awaitedLater(
      knownOf(
        parts,
        found.map(({ row }) => row),
        withMoney,
      ),
    )
    const rows = async () => {
      const all = await known
      return found.values().map((one) => wholeOrder(one, all))
    }
    return { rows, next }
  }

  const count = ({ exact, ...filter }: BodyOf<typeof order.count>, asked: Reader) =>
    counted(parts.db, filtered(filter, asked).select('amount'), { by: countedBy(filter), exact })

  return { read, count }
}

/** Handlers that look up orders and edit their customers' data. */
export const orderHandlers = (server: Server) => {
  const { db, handle } = server
  const { read, count } = allOrders(server)
  handle(order.list, async (body, call) => {
    const { rows, next } = await read(body, call)
    return { rows: [...(await rows())], next }
  })
  handle(order.count, count)
  orderEdits(server)

  handle(order.choices, async () => {
    return {
      products: await productsOf(db),
      channels: await channelsOf(server.db, 'approval'),
      reviewers: await reviewersOf(db),
      ruleSets: await ruleSetsOf(db),
    }
  })
}
