import { describe, expect, inject, test } from 'vitest'
import type { ApprovalEvent } from '../../src/machines/approval.facts.ts'
import { approvalMachine } from '../../src/machines/approval.ts'
import { evolve, refusal } from '../../src/machines/kernel.ts'
import { approvalModel } from './approval.model.ts'
import type { Standing } from './approval.moves.ts'
import { attempted, attempts, kinds } from './approval.refused.ts'
import { itself, placeOf } from './model.ts'
import { atlasOf, usual } from './paths.ts'

const { standings } = atlasOf(approvalModel, { ...usual, rounds: inject('deep') ? 3 : usual.rounds })

describe('in every standing that can be reached', () => {
  test.each(kinds)('%s is refused', (kind) => {
    const tried = standings.flatMap((standing) =>
      attempts(standing)
        .filter((attempt) => attempt.kind === kind)
        .map((attempt) => {
          const event = attempted(attempt, standing, standing.at, itself)
          const answer = refusal(approvalMachine, standing.state, event, attempt.via)
          return { standing, attempt, answer }
        }),
    )
    console.log(`${tried.length} times ${kind} in ${standings.length} standings`)
    const otherwise = tried.filter(({ attempt, answer }) => answer !== attempt.reason)
    const told = otherwise.map(({ standing, attempt: { move, via, reason }, answer }) =>
      [placeOf(standing), move.type, 'by', move.by, 'via', via, 'expected', reason, 'but', answer ?? 'taken'].join(' '),
    )
    expect(told).toEqual([])
    expect(tried).not.toEqual([])
  })

  test('an event that is not offered throws when it is stored all the same', () => {
    const answers = standings.flatMap((standing) =>
      attempts(standing)
        .filter(({ kind }) => kind === 'an event that is not offered')
        .map((attempt) => {
          const event = attempted(attempt, standing, standing.at, itself)
          return { place: placeOf(standing), type: event.type, answer: stored(standing, event) }
        }),
    )
    expect(answers.filter(({ type, answer }) => !answer.endsWith(` does not take ${type}`))).toEqual([])
    expect(answers).not.toEqual([])
  })
})

/** 'taken', or the message of the error that storing an event throws. */
const stored = ({ state }: Standing, event: ApprovalEvent): string => {
  try {
    evolve(approvalMachine, state, event)
    return 'taken'
  } catch (error) {
    return (error as Error).message
  }
}
