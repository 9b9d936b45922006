import type { ApprovalEvent } from '../../src/machines/approval.facts.ts'
import { approvalMachine } from '../../src/machines/approval.ts'
import { leavesOf, nameOf, type Step, stepsOutOf } from '../../src/machines/chart.ts'
import { factOf } from './approval.fact.ts'
import { type Move, moves, staff, type Standing } from './approval.moves.ts'
import { type IdOf, interfacesOf, placeOf } from './model.ts'

export const kinds = [
  'an event that is not offered',
  'an offered event through another interface',
  'an offered event by another person',
  'a deadline of another time',
] as const

/** An attempt that must be refused for `reason`. */
export type Attempt = {
  kind: (typeof kinds)[number]
  move: Move
  via: string
  reason: string
  /** Another deadline than the armed one. */
  timer?: { armed: number; at: number }
}

const interfaces = interfacesOf(approvalMachine)
export const interfaceOf = ({ type }: Pick<Move, 'type'>): string => interfaces.get(type)!

const leaves = new Map(leavesOf(approvalMachine).map((leaf) => [nameOf(leaf), stepsOutOf(approvalMachine, leaf)]))

/** The steps out of a state, read from the chart and not from the kernel, which is under test. */
const written = (standing: Standing): Step[] => leaves.get(placeOf(standing))!

/** Every attempt that must be refused in this standing. */
export const attempts = (standing: Standing): Attempt[] => [
  ...notOffered(standing),
  ...otherwise(standing),
  ...byOthers(standing),
  ...atOtherTimes(standing),
]

const notOffered = (standing: Standing): Attempt[] => {
  const offered = new Set(written(standing).map(({ event }) => event))
  return moves
    .filter(({ type }) => !offered.has(type))
    .map((move) => ({ kind: 'an event that is not offered', move, via: interfaceOf(move), reason: 'notOffered' }))
}

const otherwise = (standing: Standing): Attempt[] =>
  written(standing).flatMap(({ event }) => {
    const move = moves.find(({ type }) => type === event)!
    const others = [...new Set(interfaces.values())].filter((one) => one !== interfaceOf(move))
    return others.map((via): Attempt => ({
      kind: 'an offered event through another interface',
      move,
      via,
      reason: 'notOffered',
    }))
  })

const byOthers = (standing: Standing): Attempt[] =>
  written(standing).flatMap(({ event, guards }) =>
    guards.flatMap((rule) =>
      barred(rule, standing).map((who): Attempt => {
        const move = { ...moves.find(({ type }) => type === event)!, ...who }
        return { kind: 'an offered event by another person', move, via: interfaceOf(move), reason: rule }
      }),
    ),
  )

/** The people whom a guard bars from an event here. */
const barred = (rule: string, { state }: Standing): Partial<Move>[] => {
  const { holder, firstReviewer } = state.context
  if (rule === 'holder') return staff.filter((name) => name !== holder).map((by) => ({ by }))
  if (rule === 'notFirstReviewer') return [{ by: firstReviewer! }]
  if (rule === 'assigneeNotFirstReviewer') return [{ to: firstReviewer! }]
  return rule === 'anotherHolder' ? [{ to: holder! }] : []
}

const atOtherTimes = (standing: Standing): Attempt[] => {
  const offered = new Set(written(standing).map(({ event }) => event))
  const attempt = (type: Move['type'], reason: string, armed: number, at: number): Attempt => {
    const move: Move = { type, by: 'SYS' }
    return { kind: 'a deadline of another time', move, via: 'SYS', reason, timer: { armed, at } }
  }
  return standing.armed.map(({ event, version, at }) => {
    if (!offered.has(event)) return attempt(event, 'notOffered', version, at)
    const { [event]: running } = standing.state.armed
    return running?.version === version
      ? attempt(event, 'deadlineAhead', version, at - 1)
      : attempt(event, 'deadlineGone', version, Math.max(at, running!.at))
  })
}

/** The event of an attempt. */
export const attempted = ({ move, timer }: Attempt, standing: Standing, at: number, id: IdOf): ApprovalEvent => ({
  ...factOf(move, standing, at, id),
  ...timer,
})
