import { expect, test } from 'vitest'
import { findRoute, type ScreenName, to } from '../../src/machines/paths.ts'
import { framed } from '../../src/views/routing.tsx'
import { screens } from '../../src/views/screens.ts'

const names = framed.map(({ route }) => route.name)
const unbuilt = names.filter((name) => !(name in screens))

test('the screens that are not built yet are known, and printed', () => {
  console.log(`${unbuilt.length} of ${names.length} screens are not built yet:\n${unbuilt.join(', ')}`)
  expect(Object.keys(screens).filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(unbuilt).size).toBe(unbuilt.length)
})

const real: ScreenName[] = [
  'dashboard',
  'changePassword',
  'notFound',
  'unauthorized',
  'reviewFirstWait',
  'reviewFirstPass',
  'reviewFirstReject',
  'approveDetail',
  'machinerDetail',
]

test.each(real)('%s is built', async (name) => {
  expect(unbuilt).not.toContain(name)
  const { screen } = await screens[name]!()
  expect(screen).toBeTypeOf('function')
})

test('the login and the root are pages of their own, outside the list', () => {
  for (const path of [to.login(), to.authRedirect(), to.root()]) {
    expect(findRoute(path)).toBeDefined()
    expect(names).not.toContain(findRoute(path)!.route.name)
  }
})
