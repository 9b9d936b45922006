import type { Stage } from '../../machines/reviewGroup.ts'

/** A group as far as it says what its members are given: no apps are all of them. */
export type Membership = { apps: readonly string[]; stages: readonly Stage[]; capacity: number }

/** Somebody who takes orders. `turn` grows with each that they were given, the slower the more they weigh; `pos` is when that was last. */
export type Ready = {
  id: string
  weight: number
  holds: number
  turn: number
  pos: number
  groups: readonly Membership[]
}

/** An order that waits; `had` names who had it in this round and stage already. */
export type Waiting = { orderNo: string; app: string; firstReviewer: string | null; had: readonly string[] }

export type Choice<Order extends Waiting = Waiting> = { order: Order; to: string; turn: number; capacity: number }

// What every weight from 1 to 10 divides.
const wholeTurn = 2520

const takes = (app: string) => (group: Membership) => group.apps.length === 0 || group.apps.includes(app)

/** At how many claims somebody is given no more orders of an app. */
const capacityFor = ({ groups }: Ready, app: string) =>
  Math.max(0, ...groups.filter(takes(app)).map(({ capacity }) => capacity))

/**
 * Who is given which of the orders, in their order: the least laden by weight; of several, whose turn it is; of several, who was given one longest
 * ago. Whoever had an order before has it again only when nobody else can take it. `ready` are those of one stage.
 */
export const choose = <Order extends Waiting>(ready: readonly Ready[], orders: readonly Order[]): Choice<Order>[] => {
  // Somebody who was away or full has not saved up turns: nobody is more than a whole one behind.
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
