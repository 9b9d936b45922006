import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse, passthrough } from 'msw'
import { expect, test } from 'vitest'
import { framed } from '../../src/views/routing.tsx'
import { screens } from '../../src/views/screens.ts'
import { aBrowser } from './browser.tsx'

const browser = aBrowser()

const pathOf = (path: string) =>
  path.replaceAll(/:type/g, 'machine').replaceAll(/:date/g, '2026-11-21').replaceAll(/:\w+/g, '1')
const built = framed.filter(({ route }) => route.name in screens)
const data = (value: unknown) => () => HttpResponse.json({ code: 0, msg: '', data: value })

test.each([
  ['null', data(null)],
  ['nothing', data({})],
  ['a list of nulls', data([null, null])],
  ['a page', () => new HttpResponse('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } })],
])('a server that answers %s fails every screen in words, and crashes none', async (_, answer) => {
  const { goesTo, isAt } = await browser.openAs('admin', { path: '/changePassword/index' })
  await screen.findByRole('navigation', { name: 'Menu' })
  browser.network.use(
    http.all('*/feed', () => passthrough()),
    http.all('*/api/*', ({ request }) => (request.url.includes('/user/user_info') ? undefined : answer())),
  )
  for (const { route, path } of built) {
    await goesTo(pathOf(path))
    await isAt(pathOf(path))
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
    expect(screen.queryByText('This screen has failed'), route.name).toBeNull()
  }
  browser.network.resetHandlers()
})
