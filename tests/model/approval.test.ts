import { describe, expect, inject, test } from 'vitest'
import { statesOf } from '../../scripts/statecharts/chart.ts'
import { approvalMachine } from '../../src/machines/approval.ts'
import { evolve, refusal, replay } from '../../src/machines/kernel.ts'
import { factOf } from './approval.fact.ts'
import { coverage, modelOf, pathsOf, transitions } from './approval.paths.ts'
import { attempted, attempts, kinds } from './approval.refused.ts'
import { placeOf, play, unborn } from './approval.walk.ts'

const model = modelOf(inject('deep') ? 3 : 2)
const paths = pathsOf(model)
const itself = (name: string) => name

describe('the paths', () => {
  test('take every transition of the chart', () => {
    const taken = [...coverage(paths)]
    const steps = paths.flat().length
    const table = taken.map(([name, count]) => `${String(count).padStart(5)}  ${name} → ${transitions.get(name)}`)
    console.log(
      [`${paths.length} paths of ${steps} steps take these ${taken.length} transitions:`, ...table].join('\n'),
    )
    expect(taken.filter(([, count]) => count === 0)).toEqual([])
  })

  test('lead where the chart says', () => {
    const led = paths.map((path) => path.reduce((standing, move) => play(standing, move), unborn)).map(placeOf)
    const said = paths.map((path) => path.reduce((place, { type }) => transitions.get(`${place} ${type}`)!, 'new'))
    expect(led).toEqual(said)
  })

  test('come to every state', () => {
    const places = statesOf(approvalMachine.root).filter((node) => node.type === 'atomic')
    const reached = new Set(model.standings.map(placeOf))
    expect(places.map((node) => node.path.join('.')).filter((place) => !reached.has(place))).toEqual([])
  })

  test('are told again by their events alone', () => {
    for (const path of paths) {
      const events: string[] = []
      const { state } = path.reduce((standing, move) => {
        const next = play(standing, move)
        events.push(JSON.stringify(factOf(move, standing, next.at, itself)))
        return next
      }, unborn)
      expect(
        replay(
          approvalMachine,
          events.map((event) => JSON.parse(event)),
        ),
      ).toEqual(state)
    }
  })
})

describe('in every standing that can be reached', () => {
  test.each(kinds)('%s is refused', (kind) => {
    const tried = model.standings.flatMap((standing) =>
      attempts(standing)
        .filter((attempt) => attempt.kind === kind)
        .map((attempt) => {
          const event = attempted(attempt, standing, standing.at, itself)
          const answer = refusal(approvalMachine, standing.state, event, attempt.via)
          return { standing, attempt, answer }
        }),
    )
    console.log(`${tried.length} times ${kind} in ${model.standings.length} standings`)
    const otherwise = tried.filter(({ attempt, answer }) => answer !== attempt.reason)
    const told = otherwise.map(({ standing, attempt: { move, via, reason }, answer }) =>
      [placeOf(standing), move.type, 'by', move.by, 'via', via, 'expected', reason, 'but', answer ?? 'taken'].join(' '),
    )
    expect(told).toEqual([])
    expect(tried).not.toEqual([])
  })

  test('an event that is not offered throws when it is stored all the same', () => {
    for (const standing of model.standings)
      for (const attempt of attempts(standing).filter(({ kind }) => kind === 'an event that is not offered')) {
        const event = attempted(attempt, standing, standing.at, itself)
        expect(() => evolve(approvalMachine, standing.state, event)).toThrow(`does not take ${event.type}`)
      }
  })
})
