import type { Random } from '../kit/random.ts'
import { startOf } from './orders.ts'
import type { Step, Template } from './templates.ts'

const day = 86_400_000

/** A template with another customer, `shift` milliseconds later, and no further than its first `steps`. */
export type Life = { template: Template; shift: number; steps: number }

export type Lived = { life: Life; index: number; step: Step; at: number }

/** Planned lives as columns, since there may be a million: start, template and number of steps. */
type Plan = { templates: readonly Template[]; at: number[]; template: number[]; steps: number[] }

/** Plans lives until they have `count` orders up to now. */
export const planLives = (random: Random, templates: readonly Template[], count: number, now: number): Plan => {
  const plan: Plan = { templates, at: [], template: [], steps: [] }
  for (let left = count; left > 0;) {
    const at = startOf(random, now)
    const template = random.int(0, templates.length - 1)
    const begins = templates[template]!.steps[0]!.event.at
    const { steps, orders } = upTo(templates[template]!, now - at + begins, left)
    plan.at.push(at)
    plan.template.push(template)
    plan.steps.push(steps)
    left -= orders
  }
  return plan
}

/** Yields the steps of all lives in order of time. A life is in memory from its first day to its last. */
export function* inOrder(plan: Plan): Generator<Lived> {
  const underWay = new Map<number, { life: Life; index: number }[]>()
  const coming = Uint32Array.from(plan.at.keys()).sort((one, other) => plan.at[one]! - plan.at[other]!)
  let begun = 0
  for (let today = dayOf(plan.at[coming[0]!]!); begun < coming.length || underWay.size > 0; today += 1) {
    const todays = underWay.get(today) ?? []
    underWay.delete(today)
    for (; begun < coming.length && dayOf(plan.at[coming[begun]!]!) === today; begun += 1)
      todays.push({ life: lifeOf(plan, coming[begun]!), index: 0 })
    const lived: Lived[] = []
    for (const { life, index: from } of todays) {
      for (let index = from; index < life.steps; index += 1) {
        const step = life.template.steps[index]!
        const at = step.event.at + life.shift
        if (dayOf(at) > today) {
          const then = underWay.get(dayOf(at)) ?? []
          then.push({ life, index })
          underWay.set(dayOf(at), then)
          break
        }
        lived.push({ life, index, step, at })
      }
    }
    yield* lived.sort((one, other) => one.at - other.at)
  }
}

const lifeOf = (plan: Plan, which: number): Life => {
  const template = plan.templates[plan.template[which]!]!
  return { template, shift: plan.at[which]! - template.steps[0]!.event.at, steps: plan.steps[which]! }
}

/** The steps of a template until an instant of its own time, with at most `mostOrders` orders. */
const upTo = ({ steps }: Template, until: number, mostOrders: number): { steps: number; orders: number } => {
  let orders = 0
  const end = steps.findIndex(({ event, version }) => {
    if (event.at > until || (version === 1 && orders === mostOrders)) return true
    if (version === 1) orders += 1
    return false
  })
  return { steps: end === -1 ? steps.length : end, orders }
}

const dayOf = (at: number) => Math.floor(at / day)
