import { stepsOf } from '../../scripts/statecharts/chart.ts'
import { approvalMachine } from '../../src/machines/approval.ts'
import { blank, evolve, refusal, stateName } from '../../src/machines/kernel.ts'
import { factOf, type IdOf } from './approval.fact.ts'
import type { Move, Standing } from './approval.moves.ts'

const second = 1000

/** The interface each event comes through; the system's have none, which is called `SYS`. */
export const interfaces = new Map(stepsOf(approvalMachine).map(({ event, meta }) => [event, meta.interface ?? 'SYS']))
export const interfaceOf = ({ type }: Pick<Move, 'type'>): string => interfaces.get(type)!

export const unborn: Standing = { state: blank(approvalMachine), at: 0, outlook: 'passes', known: true, armed: [] }

export const placeOf = ({ state }: Pick<Standing, 'state'>): string => stateName(state.value)

/** When a move is made: a deadline's at its instant, any other a second after what was last. */
const timeOf = ({ state, at }: Standing, { type }: Move) => state.armed[type]?.at ?? at + second

const itself: IdOf = (name) => name

/** Why the kernel refuses a move here; undefined when it takes it. */
export const refusedHere = (standing: Standing, move: Move): string | undefined =>
  refusal(approvalMachine, standing.state, factOf(move, standing, timeOf(standing, move), itself), interfaceOf(move))

/** Where a move leads, through the kernel. Throws when it is refused. */
export const play = (standing: Standing, move: Move, at = timeOf(standing, move), id = itself): Standing => {
  const event = factOf(move, standing, at, id)
  const reason = refusal(approvalMachine, standing.state, event, interfaceOf(move))
  if (reason) throw new Error(`${placeOf(standing)} refuses ${move.type} by ${move.by}: ${reason}`)
  const state: Standing['state'] = evolve(approvalMachine, standing.state, event).state
  const fresh = Object.entries(state.armed).filter(([, { version }]) => version === state.version)
  return {
    state,
    at,
    outlook: move.outlook ?? standing.outlook,
    known: move.type === 'submitted' ? move.outlook !== 'refers' : standing.known,
    armed: [...standing.armed, ...fresh.map(([event, armed]) => ({ event: event as Move['type'], ...armed }))],
  }
}
