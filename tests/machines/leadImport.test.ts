import { expect, test } from 'vitest'
import type { Fact } from '../../src/machines/kernel.ts'
import { type LeadImportEvent, leadImportMachine } from '../../src/machines/leadImport.ts'
import { given } from '../kit/given.ts'
import { leadImportFacts, runTtl, stagedTtl } from './leadImport.events.ts'

const noon = Date.UTC(2026, 2, 10, 5)
const event = (type: LeadImportEvent['type'], more: object = {}): Fact => ({
  by: 'lead',
  at: noon,
  ...leadImportFacts[type],
  ...more,
  type,
})
const staged = event('leadsStaged')

test('a file is imported only once its uploader confirms what was read', () => {
  const { when, deadlines } = given(leadImportMachine, staged)
  expect(deadlines).toMatchObject([{ event: 'importForgotten', at: noon + stagedTtl }])
  when(event('importConfirmed', { by: 'somebody' }), 'lead.import').refused('asker')
  const confirmed = when(event('importConfirmed'), 'lead.import').then('running')
  expect(confirmed.effects).toEqual(['runImport'])
  expect(confirmed.deadlines).toMatchObject([{ event: 'importTimedOut', at: noon + runTtl }])
})

test('a file without a lead, or with too many, is not imported', () => {
  given(leadImportMachine)
    .when(event('leadsStaged', { rows: 11 }), 'lead.import')
    .refused('withinLimit')
  expect(given(leadImportMachine, event('leadsStaged', { rows: 0 })).offers('lead')).toMatchObject({
    importConfirmed: 'hasRows',
    importDropped: undefined,
  })
})

test('the rows go when the import ends, however it does', () => {
  const running = given(leadImportMachine, staged, event('importConfirmed'))
  const finished = running.when(event('importFinished', { by: 'SYS' }), 'SYS').then('done')
  expect(finished).toMatchObject({ effects: ['dropLeads'], context: { counts: leadImportFacts.importFinished } })
  const late = event('importTimedOut', { by: 'SYS', at: noon + runTtl, armed: 2 })
  expect(running.when(late, 'SYS').then('failed')).toMatchObject({
    effects: ['dropLeads'],
    context: { reason: 'timedOut' },
  })
  const dropped = given(leadImportMachine, staged).when(event('importDropped'), 'lead.import').then('dropped')
  expect(dropped.effects).toEqual(['dropLeads'])
  const forgotten = event('importForgotten', { by: 'SYS', at: noon + stagedTtl, armed: 1 })
  expect(given(leadImportMachine, staged).when(forgotten, 'SYS').then('dropped').effects).toEqual(['dropLeads'])
})
