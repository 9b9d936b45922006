import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { keptPages, keptRows, keptTabs } from '../../../src/services/browserStorage.ts'
import * as user from '../../../src/services/user.ts'
import { aBrowser, logIn, token } from '../browser.tsx'

const browser = aBrowser()
const frame = () => screen.findByRole('navigation', { name: 'Menu' })
const dialog = () => screen.findByRole('dialog', { name: 'sure to log out' })

describe('somebody who is not logged in', () => {
  test('is asked to log in first, and then sees what they came for', async () => {
    const window = await browser.open({ path: '/changePassword/index?day=2026-11-21&app=a' })
    await waitFor(() =>
      expect(window.path()).toBe('/login?redirect=/changePassword/index%3Fday%3D2026-11-21%26app%3Da'),
    )
    await logIn(window, 'admin@demo.example')
    await waitFor(() => expect(window.path()).toBe('/changePassword/index?day=2026-11-21&app=a'))
    await frame()
  })

  test.each([
    ['admin', '/dashboard'],
    ['approve', '/dashboard'],
    ['finance', '/dashboard'],
    ['reviewer1', '/approve/reviewFirst/reviewFirstWait'],
    ['telemarketer', '/dashboard'],
  ])('lands, as %s, on the first screen that is theirs: %s', async (name, path) => {
    const window = await browser.open({ path: '/' })
    await waitFor(() => expect(window.path()).toBe('/login?redirect=/'))
    await logIn(window, `${name}@demo.example`)
    await waitFor(() => expect(window.path()).toBe(path))
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/nowhere',
    '/login',
    '/404',
    'javascript:1',
  ])('is not led to %s after the login', async (redirect) => {
    const window = await browser.open({ path: `/login?redirect=${encodeURIComponent(redirect)}` })
    await logIn(window, 'admin@demo.example')
    await waitFor(() => expect(window.path()).toBe('/dashboard'))
  })

  test.each(['/power/account', '/power/account?page=2'])('is not led to %s, which is not theirs', async (redirect) => {
    const window = await browser.open({ path: `/login?redirect=${encodeURIComponent(redirect)}` })
    await logIn(window, 'finance@demo.example')
    await waitFor(() => expect(window.path()).toBe('/dashboard'))
  })

  test('is asked too at an address that does not exist', async () => {
    const window = await browser.open({ path: '/nowhere' })
    await waitFor(() => expect(window.path()).toBe('/login?redirect=/nowhere'))
  })

  test('comes from /auth-redirect to the login, and then to the screen that it names', async () => {
    const window = await browser.open({ path: '/auth-redirect?redirect=/changePassword/index' })
    await waitFor(() => expect(window.path()).toBe('/login?redirect=/changePassword/index'))
    await logIn(window, 'admin@demo.example')
    await waitFor(() => expect(window.path()).toBe('/changePassword/index'))
  })
})

describe('somebody who is logged in', () => {
  test.each([
    ['/login', '/dashboard'],
    ['/login?redirect=/changePassword/index', '/changePassword/index'],
    ['/auth-redirect?redirect=/changePassword/index', '/changePassword/index'],
    ['/auth-redirect?redirect=https://evil.example/', '/dashboard'],
    ['/auth-redirect', '/dashboard'],
    ['/', '/dashboard'],
  ])('goes from %s to %s', async (path, to) => {
    const window = await browser.openAs('admin', { path })
    await waitFor(() => expect(window.path()).toBe(to))
  })
})

describe('the login page', () => {
  test('puts the cursor into the e-mail, and names its fields for a password manager', async () => {
    await browser.open({ path: '/login' })
    const email = screen.getByLabelText<HTMLInputElement>('E-mail')
    expect(document.activeElement).toBe(email)
    expect(email.autocomplete).toBe('username')
    expect(screen.getByLabelText<HTMLInputElement>('Password').autocomplete).toBe('current-password')
  })

  test('shows the password and hides it again', async () => {
    const window = await browser.open({ path: '/login' })
    await window.user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text')
    await window.user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password')
  })

  test('asks for both before it asks the server', async () => {
    const window = await browser.open({ path: '/login' })
    await window.user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(screen.getAllByText('Required')).toHaveLength(2)
    expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true')
  })

  test('takes an e-mail with blanks around it', async () => {
    const window = await browser.open({ path: '/login' })
    await logIn(window, '  admin@demo.example ')
    await frame()
    expect(token()).toBeTruthy()
  })

  test('waits while the server thinks, and says in its words why it refuses', async () => {
    const window = await browser.open({ path: '/login' })
    await logIn(window, 'admin@demo.example', 'not my password')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' }).disabled).toBe(true)
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong e-mail or password')
    expect(token()).toBeUndefined()
  })

  test('says once, and without an address, that something in between failed', async () => {
    const window = await browser.open({ path: '/login' })
    browser.network.use(http.all('*', () => new Response('<h1>Bad gateway</h1>', { status: 502 })))
    await logIn(window, 'admin@demo.example')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The server answered with an error (HTTP 502). Try again in a moment.',
    )
    browser.network.resetHandlers()
  })

  test('speaks another language when asked, remembers it, and sends nothing to the server', async () => {
    const window = await browser.open({ path: '/login', language: 'id' })
    expect(document.documentElement.lang).toBe('id')
    await window.user.selectOptions(screen.getByLabelText('Bahasa'), 'zh')
    await screen.findByRole('button', { name: '登录' })
    expect((await screen.findByRole('status')).textContent).toBe('切换语言成功')
    expect(document.documentElement.lang).toBe('zh')
    expect(localStorage.getItem('loket.language')).toBe('zh')
  })
})

describe('a login that the user info makes no use of', () => {
  test('without any role it is no login, and says so in the exact words', async () => {
    const { db } = browser.server()
    const { id } = await db.sql
      .selectFrom('profile')
      .select('id')
      .where('email', '=', 'support@demo.example')
      .executeTakeFirstOrThrow()
    const { roles } = await db.sql.selectFrom('account').select('roles').where('id', '=', id).executeTakeFirstOrThrow()
    const grant = (held: number[]) =>
      db.sql
        .updateTable('account')
        .set({ roles: JSON.stringify(held) as never })
        .where('id', '=', id)
        .execute()
    await grant([])
    const window = await browser.open({ path: '/login?redirect=/changePassword/index' })
    await logIn(window, 'support@demo.example')
    expect((await screen.findByRole('alert')).textContent).toBe('getInfo: roles must be a non-null array !')
    await waitFor(() => expect(window.path()).toBe('/login?redirect=/'))
    expect(token()).toBeUndefined()
    await grant(roles)
  })

  test.each([
    ['null', () => HttpResponse.json({ code: 0, msg: '', data: null })],
    ['no data', () => HttpResponse.json({ code: 0 })],
    ['a user without roles', () => HttpResponse.json({ code: 0, msg: '', data: { name: 'A' } })],
    ['a list of nulls', () => HttpResponse.json({ code: 0, msg: '', data: [null, null] })],
    ['a page', () => new HttpResponse('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } })],
  ])('that answers %s is no login, and the next one works', async (_, answer) => {
    browser.network.use(http.get('*/user/user_info', answer))
    const window = await browser.openAs('admin', { path: '/changePassword/index' })
    expect((await screen.findByRole('alert')).textContent).toBe('getInfo: roles must be a non-null array !')
    await waitFor(() => expect(window.path()).toBe('/login?redirect=/'))
    expect(token()).toBeUndefined()
    browser.network.resetHandlers()
    await logIn(window, 'admin@demo.example')
    await waitFor(() => expect(window.path()).toBe('/dashboard'))
  })

  test('a token of a session that has ended is thrown away, with the server’s words', async () => {
    document.cookie = 'Admin-Token=of-yesterday; path=/'
    const window = await browser.open({ path: '/changePassword/index' })
    expect((await screen.findByRole('alert')).textContent).toBe('Your session has ended; please log in again')
    expect(token()).toBeUndefined()
    await waitFor(() => expect(window.path()).toBe('/login?redirect=/'))
  })

  test('when nobody answers, verification has failed', async () => {
    document.cookie = 'Admin-Token=any; path=/'
    browser.network.use(http.all('*', () => new Response('<h1>Bad gateway</h1>', { status: 502 })))
    await browser.open({ path: '/changePassword/index' })
    expect(await screen.findByText('Verification failed, please login again')).toBeTruthy()
    browser.network.resetHandlers()
  })
})

describe('a session that ends while somebody is at work', () => {
  /** Ends it as half an hour without a call does, and makes a call. */
  const end = async (window: Awaited<ReturnType<typeof browser.open>>) => {
    browser.server().clock.advance(31 * 60_000)
    await window.calls()
  }

  test('a dialog asks whether to stay or to log in again', async () => {
    const window = await browser.openAs('admin', { path: '/changePassword/index' })
    await frame()
    await end(window)
    const words = 'you have been logged out, cancel to stay on the page or log in again'
    expect(within(await dialog()).getByText(words)).toBeTruthy()
    expect(
      within(await dialog())
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(expect.arrayContaining(['Cancel', 'Log in again']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('to cancel stays on the page; the next call asks again', async () => {
    const window = await browser.openAs('admin', { path: '/changePassword/index' })
    await frame()
    await end(window)
    await window.user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(window.path()).toBe('/changePassword/index'))
    expect(window.reloads()).toBe(0)
    expect(token()).toBeTruthy()
  })

  test('whoever stayed is asked again by what they do themselves, and where it could not be loaded', async () => {
    const window = await browser.openAs('admin', { path: '/approve/reviewFirst/reviewFirstWait' })
    await screen.findByText(/^New applications appear here/)
    browser.server().clock.advance(31 * 60_000)
    const search = () => window.user.type(screen.getByRole('textbox', { name: 'Order no.' }), 'LK26{Enter}')
    const stay = async () => {
      await window.user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await search()
    await stay()
    await search()
    await stay()
    const failure = screen.getByText('This could not be loaded').closest('section')!
    expect(failure.textContent).toContain('Your session has ended; please log in again')
    await window.user.click(within(failure).getByRole('button', { name: 'Log in again' }))
    await dialog()
    await logIn(window, 'admin@demo.example')
    await waitFor(() => expect(screen.queryByText('This could not be loaded')).toBeNull())
  })

  test('to log in again clears the session and reloads the page', async () => {
    const window = await browser.openAs('admin', { path: '/changePassword/index' })
    await frame()
    await end(window)
    await window.user.click(within(await dialog()).getByRole('button', { name: 'Log in again' }))
    expect(window.reloads()).toBe(1)
    expect(token()).toBeUndefined()
  })

  test('to log in inside the dialog goes on where one was', async () => {
    const window = await browser.openAs('admin', { path: '/changePassword/index' })
    await frame()
    const before = token()
    await end(window)
    await dialog()
    await logIn(window, 'admin@demo.example')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(window.path()).toBe('/changePassword/index'))
    expect(window.reloads()).toBe(0)
    expect(token()).not.toBe(before)
  })

  test('only the same person can log in there: nobody else’s slip takes the page away', async () => {
    const window = await browser.openAs('admin', { path: '/changePassword/index' })
    await frame()
    await end(window)
    const email = within(await dialog()).getByLabelText<HTMLInputElement>('E-mail')
    expect(email.value).toBe('admin@demo.example')
    expect(email.readOnly).toBe(true)
    expect(document.activeElement).toBe(within(await dialog()).getByLabelText('Password'))
  })
})

describe('another window of the browser', () => {
  test('in which the same person logs in goes on with this one, and closes its dialog', async () => {
    const window = await browser.openAs('admin', { path: '/changePassword/index' })
    await frame()
    browser.server().clock.advance(31 * 60_000)
    await window.calls()
    await dialog()
    await browser.logInElsewhere('admin')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await window.user.selectOptions(screen.getByLabelText('Language'), 'zh')
    expect((await screen.findByRole('status')).textContent).toBe('切换语言成功')
    expect([window.path(), window.reloads(), window.startsOver()]).toEqual(['/changePassword/index', 0, 0])
  })

  test('in which somebody else logs in has this one start over', async () => {
    const window = await browser.openAs('admin', { path: '/changePassword/index' })
    await frame()
    await browser.logInElsewhere('reviewer1')
    await waitFor(() => expect(window.startsOver()).toBe(1))
  })

  test('hears of a login here', async () => {
    const heard: unknown[] = []
    browser.anotherWindow().addEventListener('message', ({ data }) => heard.push(data))
    const window = await browser.open({ path: '/login' })
    await logIn(window, 'admin@demo.example')
    await waitFor(() => expect(heard).toContain('entered'))
  })
})

test.each(['rubbish{', 'null', '5', '{}', '[null]', '[{"path":5}]'])(
  'what a window kept and is none of it is forgotten: %s',
  async (text) => {
    sessionStorage.setItem('loket.tabs', text)
    sessionStorage.setItem('loket.rows./approve/detail/LK1', text)
    expect(keptTabs()).toEqual([])
    expect(keptRows('/approve/detail/LK1')).toBeUndefined()
    expect(keptPages('/approve/detail/LK1')).toEqual([])
    sessionStorage.clear()
  },
)

test('what a window kept of one person is gone when another logs in there', async () => {
  const first = await browser.openAs('admin', { path: '/changePassword/index' })
  await frame()
  sessionStorage.setItem('loket.rows./approve/detail/LK1', '{"list":"/","paths":[]}')
  first.close()
  const same = await browser.openAs('admin', { path: '/dashboard' })
  await frame()
  expect(Object.keys(sessionStorage)).toContain('loket.rows./approve/detail/LK1')
  same.close()
  await browser.openAs('reviewer1', { path: '/' })
  await frame()
  expect(Object.keys(sessionStorage)).not.toContain('loket.rows./approve/detail/LK1')
})

test('logging out ends the session on the server and reloads the page', async () => {
  const window = await browser.openAs('admin', { path: '/dashboard' })
  await frame()
  const before = { token: token()!, cookie: `sid=${browser.cookies.get('sid')}` }
  await window.user.click(screen.getByRole('button', { name: /^Account of/ }))
  await window.user.click(await screen.findByText('Log out'))
  await waitFor(() => expect(window.reloads()).toBe(1))
  expect(token()).toBeUndefined()
  const { code } = await browser
    .server()
    .nobody.call(
      user.userInfo,
      { token: before.token },
      { headers: { 'x-token': before.token, cookie: before.cookie } },
    )
  expect(code).toBe(403)
})
