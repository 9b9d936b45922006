// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../kit/app.ts'
import { forgetAll, networkTo, openAs, openWindow, password } from './browser.tsx'

let server: TestApp
let cookies: Map<string, string>
let network: ReturnType<typeof networkTo>['network']
let opened: Awaited<ReturnType<typeof openWindow>> | undefined

beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(() => {
  ;({ network, cookies } = networkTo(server))
  network.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => {
  opened?.close()
  opened = undefined
  network.close()
  forgetAll(cookies)
})

const open = async (...visit: Parameters<typeof openWindow>) => (opened = await openWindow(...visit))

const submit = async (email: string, word = password) => {
  await opened!.user.type(await screen.findByLabelText('E-mail'), email)
  await opened!.user.type(screen.getByLabelText('Password'), `${word}{Enter}`)
}

const arrives = (path: string) => waitFor(() => expect(opened!.path()).toBe(path), { timeout: 5000 })

test('first', async () => {
  await open()
  await arrives('/login?redirect=/')
  await submit(' admin@demo.example ')
  await arrives('/dashboard')
  expect(within(await screen.findByRole('navigation', { name: 'Menu' })).getByText('Dashboard')).toBeTruthy()
  void describe, openAs
})
