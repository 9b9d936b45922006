import { expect, test } from 'vitest'
import { withdrawalColumns } from '../../src/views/utils/withdrawalColumns.tsx'

test('the second person has before them what for, and what a finding rests on, without choosing columns', () => {
  const shown = withdrawalColumns.filter(({ extra }) => !extra).map(({ name }) => name)
  expect(shown).toEqual(expect.arrayContaining(['purpose', 'evidence', 'arrivedOn']))
})
