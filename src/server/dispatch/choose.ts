/** The apps and the capacity of a member of a group. An empty `apps` means every app. */
export type Membership = { apps: readonly string[]; capacity: number }

/**
 * A person on duty. `turn` grows by 2520 / weight with each order; `pos` is the log position of the latest one. `left` is
 * how many more they may get today; without it any number.
 */
export type Ready = {
  id: string
  weight: number
  holds: number
  turn: number
  pos: number
  left?: number
  groups: readonly Membership[]
}

/** An order, or its case, that waits. `barred` may not hold it; `had` lists who held it before. */
export type Waiting = { orderNo: string; app: string; barred: string | null; had: readonly string[] }

/** An order and who gets it, with what they hold and may still get before it. */
export type Choice<Order extends Waiting = Waiting> = {
  order: Order
  to: string
  turn: number
  capacity: number
  holds: number
  left: number
}

// The least common multiple of the weights 1 to 10.
const wholeTurn = 2520

const takes = (app: string) => (group: Membership) => group.apps.length === 0 || group.apps.includes(app)

/** The number of orders at which a person gets no more orders of an app. */
const capacityFor = ({ groups }: Ready, app: string) =>
  Math.max(0, ...groups.filter(takes(app)).map(({ capacity }) => capacity))

/**
 * Assigns the orders, in their sequence, to people of one stage. The lowest load per weight comes first, then the
 * lowest `turn`, then the lowest `pos`. A previous holder gets an order again only when nobody else can take it.
 */
export const choose = <Order extends Waiting>(ready: readonly Ready[], orders: readonly Order[]): Choice<Order>[] => {
  // Absence or a full desk does not accumulate turns: nobody lags the highest `turn` by more than a whole one.
  const latest = Math.max(...ready.map(({ turn }) => turn))
  const desks = ready.map((one) => ({ left: Infinity, ...one, turn: Math.max(one.turn, latest - wholeTurn) }))
  let pos = Math.max(...ready.map((one) => one.pos))
  return orders.flatMap((order) => {
    const able = desks.filter(
      (desk) => desk.id !== order.barred && desk.left > 0 && desk.holds < capacityFor(desk, order.app),
    )
    const others = able.filter(({ id }) => !order.had.includes(id))
    const [next] = (others.length > 0 ? others : able).toSorted(
      (one, other) =>
        one.holds / one.weight - other.holds / other.weight ||
        one.turn - other.turn ||
        one.pos - other.pos ||
        one.id.localeCompare(other.id),
    )
    if (!next) return []
    pos += 1
    const { id: to, holds, left } = next
    Object.assign(next, { holds: holds + 1, left: left - 1, turn: next.turn + wholeTurn / next.weight, pos })
    return [{ order, to, turn: next.turn, capacity: capacityFor(next, order.app), holds, left }]
  })
}
