import { expect, test } from 'vitest'
import { shownColumns } from '../../../src/views/withdrawal/columns.tsx'

test('the second person has before them what for, what a finding rests on and what is in doubt, without choosing columns', () => {
  const shown = shownColumns.filter(({ extra }) => !extra).map(({ name }) => name)
  expect(shown).toEqual(expect.arrayContaining(['purpose', 'evidence', 'arrivedOn', 'contradicted']))
})
