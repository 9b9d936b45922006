import type { Stage } from '../../machines/reviewGroup.ts'

/** What a group lets its members take. An empty `apps` means every app. */
export type Membership = { apps: readonly string[]; stages: readonly Stage[]; capacity: number }

/** A reviewer on duty. `turn` grows by 2520 / weight with each order; `pos` is the log position of the latest one. */
export type Ready = {
  id: string
  weight: number
  holds: number
  turn: number
  pos: number
  groups: readonly Membership[]
}

/** A waiting order. `had` lists who held it before in this round and stage. */
export type Waiting = { orderNo: string; app: string; firstReviewer: string | null; had: readonly string[] }

export type Choice<Order extends Waiting = Waiting> = { order: Order; to: string; turn: number; capacity: number }

// The least common multiple of the weights 1 to 10.
const wholeTurn = 2520

const takes = (app: string) => (group: Membership) => group.apps.length === 0 || group.apps.includes(app)

/** The number of claims at which a reviewer gets no more orders of an app. */
const capacityFor = ({ groups }: Ready, app: string) =>
  Math.max(0, ...groups.filter(takes(app)).map(({ capacity }) => capacity))

/**
 * Assigns the orders, in their sequence, to reviewers of one stage. The lowest load per weight comes first, then the
 * lowest `turn`, then the lowest `pos`. A previous holder gets an order again only when nobody else can take it.
 */
export const choose = <Order extends Waiting>(ready: readonly Ready[], orders: readonly Order[]): Choice<Order>[] => {
  // Absence or a full desk does not accumulate turns: nobody lags the highest `turn` by more than a whole one.
  const latest = Math.max(...ready.map(({ turn }) => turn))
  const desks = ready.map((one) => ({ ...one, turn: Math.max(one.turn, latest - wholeTurn) }))
  let pos = Math.max(...ready.map((one) => one.pos))
  return orders.flatMap((order) => {
    const able = desks.filter((desk) => desk.id !== order.firstReviewer && desk.holds < capacityFor(desk, order.app))
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
    Object.assign(next, { holds: next.holds + 1, turn: next.turn + wholeTurn / next.weight, pos })
    return [{ order, to: next.id, turn: next.turn, capacity: capacityFor(next, order.app) }]
  })
}
