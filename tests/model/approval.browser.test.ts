import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneEngine } from '../kit/engines.ts'
import { browserSystem } from './approval.browser.ts'
import type { Move } from './approval.moves.ts'
import { approvalTour } from './approval.tour.ts'
import { type System, walk } from './walk.ts'

let system: System<Move>
beforeAll(async () => {
  system = await browserSystem({ ...oneEngine()[0]!, atWork: true })
})
afterAll(() => system?.close())

test('two people take an application from its submission to its approval, each seeing what the other does', async () => {
  expect(await walk(system, approvalTour)).toBeUndefined()
})
