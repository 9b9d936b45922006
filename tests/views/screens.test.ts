import { expect, test } from 'vitest'
import { findRoute, to } from '../../src/machines/paths.ts'
import { framed } from '../../src/views/routing.tsx'
import { screens } from '../../src/views/screens.ts'

const names = framed.map(({ route }) => route.name)

test('every route inside the frame has its screen, and no screen is without a route', async () => {
  expect(Object.keys(screens).toSorted()).toEqual(names.toSorted())
  console.log(`No route is left unbuilt: ${names.length} screens.`)
})

test.each(Object.entries(screens))('%s is a screen', async (_, load) => {
  expect((await load()).screen).toBeTypeOf('function')
})

test('the login and the root are pages of their own, outside the list', () => {
  for (const path of [to.login(), to.authRedirect(), to.root()]) {
    expect(findRoute(path)).toBeDefined()
    expect(names).not.toContain(findRoute(path)!.route.name)
  }
})
