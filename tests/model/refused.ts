import { leavesOf, nameOf, stepsOutOf } from '../../src/machines/chart.ts'
import { type Fact, refusal } from '../../src/machines/kernel.ts'
import { itself, leavesIn, type Model, type Move, type Standing } from './model.ts'

const kinds = [
  'an event that is not offered',
  'an offered event through another interface',
  'a deadline of another time',
] as const

/** A call or a timer that the kernel must refuse for `reason`. */
type Attempt = { kind: (typeof kinds)[number]; event: Fact; via: string; reason: string }

/** The attempts of a standing that its chart refuses whoever makes them: read from the chart, not from the kernel. */
function* attempts<M extends Move, Context>(model: Model<M, Context>, standing: Standing<M, Context>) {
  const { machine, moves, interfaces } = model
  const here = new Set(leavesIn(standing))
  const leaves = leavesOf(machine).filter((leaf) => here.has(nameOf(leaf)))
  const offered = new Set(leaves.flatMap((leaf) => stepsOutOf(machine, leaf)).map(({ event }) => event))
  const others = [...new Set(interfaces.values())]
  const factOf = (move: M) => model.factOf(move, standing, standing.at, itself)

  for (const move of moves) {
    const own = interfaces.get(move.type)!
    if (!offered.has(move.type))
      yield { kind: kinds[0], event: factOf(move), via: own, reason: 'notOffered' } satisfies Attempt
    else
      for (const via of others.filter((one) => one !== own))
        yield { kind: kinds[1], event: factOf(move), via, reason: 'notOffered' } satisfies Attempt
  }
  for (const { event: type, version, at } of standing.armed) {
    const running = standing.state.armed[type]
    const timer = (when: number, reason: string): Attempt => {
      const event = { ...factOf(moves.find((one) => one.type === type)!), at: when, armed: version }
      return { kind: kinds[2], event, via: 'SYS', reason }
    }
    if (!offered.has(type)) yield timer(at, 'notOffered')
    else if (running?.version === version) yield timer(at - 1, 'deadlineAhead')
    // A deadline that can never come is not armed.
    else yield timer(Math.max(at, running?.at ?? at), 'deadlineGone')
  }
}

/** How often each kind was tried, and the answers that were not the expected ones. */
export const tryRefused = <M extends Move, Context>(
  model: Model<M, Context>,
  standings: readonly Standing<M, Context>[],
) => {
  const tried = new Map<string, number>()
  const wrong: string[] = []
  for (const standing of standings)
    for (const { kind, event, via, reason } of attempts(model, standing)) {
      tried.set(kind, (tried.get(kind) ?? 0) + 1)
      const answer = refusal(model.machine, standing.state, event, via) ?? 'taken'
      if (answer !== reason)
        wrong.push(`${leavesIn(standing).join(' | ')}: ${event.type} via ${via} is ${answer}, not ${reason}`)
    }
  return { tried, wrong }
}
