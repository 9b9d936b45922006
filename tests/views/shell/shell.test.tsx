import { render, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { I18nextProvider } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, test } from 'vitest'
import { menu } from '../../../src/machines/permissions.ts'
import type { Route } from '../../../src/machines/routes.ts'
import { firstClaim } from '../../../src/services/approval.ts'
import { userInfo } from '../../../src/services/user.ts'
import { startI18n } from '../../../src/views/i18n.ts'
import { MenuList } from '../../../src/views/shell/MenuList.tsx'
import { password } from '../../kit/app.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()

const sidebar = () => screen.findByRole('navigation', { name: 'Menu' })
const entries = (list: HTMLElement) =>
  [...list.querySelector('ul')!.children].map((item) => item.querySelector('a, button')?.textContent)
const trail = () => {
  const { children } = within(screen.getByRole('navigation', { name: 'You are here' })).getByRole('list')
  return [...children].map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href') ?? null])
}

describe('the sidebar', () => {
  test('holds every area for admin, and a parent’s only screen in the parent’s place', async () => {
    await browser.openAs('admin', { path: '/dashboard' })
    expect(entries(await sidebar())).toEqual([
      'Dashboard',
      'Orders',
      'Approval',
      'Disbursement',
      'Repayment',
      'Pre-collection',
      'Collection',
      'Telemarketing',
      'SMS and logs',
      'Reports',
      'Risk rules',
      'Process flow',
      'Tools',
      'Access',
    ])
  })

  test('holds for a first reviewer only what is theirs', async () => {
    await browser.openAs('reviewer1', { path: '/401' })
    expect(entries(await sidebar())).toEqual(['First review'])
  })

  test('opens and closes a branch; hidden screens are not in it', async () => {
    const { user } = await browser.openAs('admin', { path: '/dashboard' })
    const access = within(await sidebar()).getByRole('button', { name: 'Access' })
    expect(access.getAttribute('aria-expanded')).toBe('false')
    await user.click(access)
    expect(access.getAttribute('aria-expanded')).toBe('true')
    expect(
      within(access.parentElement!)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Accounts', 'Settings', 'Roles', 'Audit'])
    await user.click(access)
    expect(within(access.parentElement!).queryByRole('link')).toBeNull()
  })

  test('stands open where one is, and says which link that is', async () => {
    await browser.openAs('admin', { path: '/precollection/preCollectionManage/orderList' })
    const link = within(await sidebar()).getByRole('link', { current: 'page' })
    expect(link.getAttribute('href')).toBe('/precollection/preCollectionManage/orderList')
  })

  test('folds to icons that keep their names, and is found folded the next time', async () => {
    const { user } = await browser.openAs('admin', { path: '/dashboard' })
    await sidebar()
    await user.click(screen.getByRole('button', { name: 'Close the menu' }))
    expect(within(await sidebar()).getByRole('button', { name: 'Approval' }).textContent).toBe('')
    expect(localStorage.getItem('loket.sidebar')).toBe('closed')
    expect(screen.getByRole('button', { name: 'Open the menu' })).toBeTruthy()
  })

  test('is a drawer on a narrow window, which closes when a screen is chosen', async () => {
    const { user, path } = await browser.openAs('admin', { path: '/dashboard', width: 800 })
    await user.click(await screen.findByRole('button', { name: 'Open the menu' }))
    await user.click(within(await sidebar()).getByRole('link', { name: 'Risk rules' }))
    await waitFor(() => expect(path()).toBe('/risk/riskRuleConfig'))
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull())
  })

  test('becomes the drawer when the window gets narrow', async () => {
    const { resizesTo } = await browser.openAs('admin', { path: '/dashboard' })
    await sidebar()
    resizesTo(1020)
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull()
    resizesTo(1021)
    await sidebar()
  })

  test('opens another site in a window of its own, which learns nothing of this one', async () => {
    const elsewhere: readonly Route[] = [{ path: 'https://ojk.example/', name: 'orderList', external: true }]
    const router = createMemoryRouter([{ path: '/', element: <MenuList items={menu(elsewhere)} /> }])
    const i18n = await startI18n('en')
    render(
      <I18nextProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nextProvider>,
    )
    const link = screen.getByRole<HTMLAnchorElement>('link')
    expect([link.href, link.target, link.rel]).toEqual(['https://ojk.example/', '_blank', 'noreferrer'])
  })
})

describe('the breadcrumb', () => {
  test('leads up, and its last part is no link', async () => {
    await browser.openAs('admin', { path: '/approve/reviewFinal/reviewFinalPass' })
    await sidebar()
    expect(trail()).toEqual([
      ['Approval', '/approve/machinerReview/machinerReviewPass'],
      ['Final review', '/approve/reviewFinal/reviewFinalWait'],
      ['Passed final review', null],
    ])
  })
})

describe('a screen that somebody asks for', () => {
  test('is known and not theirs: they are told so, with a way back', async () => {
    const { user, path } = await browser.openAs('reviewer2', { path: '/power/account' })
    await waitFor(() => expect(path()).toBe('/401'))
    expect(await screen.findByText('This page is not open to you')).toBeTruthy()
    await user.click(screen.getByText('To the start page'))
    await waitFor(() => expect(path()).toBe('/approve/reviewFinal/reviewFinalWait'))
  })

  test.each(['/nowhere', '/Dashboard', '/approve/nowhere', '/loan/waitLoanList/1'])(
    '%s does not exist',
    async (path) => {
      const window = await browser.openAs('admin', { path })
      await waitFor(() => expect(window.path()).toBe('/404'))
      expect(await screen.findByText('There is no such page')).toBeTruthy()
    },
  )

  test('is a parent, which has none of its own: they see the first below it', async () => {
    const window = await browser.openAs('reviewer2', { path: '/approve' })
    await waitFor(() => expect(window.path()).toBe('/approve/reviewFinal/reviewFinalWait'))
  })

  test('has an address that is badly encoded: there is no such page', async () => {
    const window = await browser.openAs('admin', { path: '/approve/detail/%E0%A4%A' })
    await waitFor(() => expect(window.path()).toBe('/404'))
  })

  test.each(['LK2611210000000', '%00'])('is of order %s, which does not exist: that is no error', async (orderNo) => {
    await browser.openAs('admin', { path: `/approve/detail/${orderNo}` })
    await screen.findByText(/^There is no order/)
    expect(screen.queryByRole('button', { name: /\d error/ })).toBeNull()
  })

  test('has a slash at its end: it is the same page, in the same tab', async () => {
    const window = await browser.openAs('admin', { path: '/approve/reviewList/?app=DK' })
    await waitFor(() => expect(window.path()).toBe('/approve/reviewList?app=DK'))
  })
})

test('a role’s page has the role’s name in the title of the window, as its tab has', async () => {
  await browser.openAs('admin', { path: '/power/menu/1' })
  const tab = await screen.findByRole('link', { name: /^admin · /, current: 'page' })
  await waitFor(() => expect(document.title).toBe(`${tab.textContent} · Loket`))
})

describe('an outage', () => {
  const bannerSays = () =>
    screen.findByText(/^No connection to the server/, { selector: '.offline-banner *, .offline-banner' })
  const fail = () => browser.network.use(http.all('*', () => new Response('', { status: 502 })))
  afterEach(() => browser.network.resetHandlers())

  test.each(['/approve/reviewFirst/reviewFirstWait', '/approve/detail/LK2611210000000'])(
    'is said by a toast and, as long as it lasts, by the banner; %s, opened meanwhile, loads by itself once it is over',
    async (path) => {
      const { goesTo } = await browser.openAs('admin', { path: '/changePassword/index' })
      await sidebar()
      // Its answer would come after the line was lost, and say that it is back.
      await screen.findByRole('button', { name: 'Not taking orders' })
      fail()
      await goesTo(path)
      await screen.findByText('This could not be loaded')
      await bannerSays()
      expect([...document.querySelectorAll('.toast')].map((one) => one.textContent)).toEqual([
        'The server answered with an error (HTTP 502). Try again in a moment.',
      ])
      browser.network.resetHandlers()
      await screen.findByText('Connected again')
      await waitFor(() => expect(screen.queryByText('This could not be loaded')).toBeNull())
    },
  )

  test('of one call is said in a sentence without its address, which the error log has', async () => {
    const { goesTo, user } = await browser.openAs('admin', { path: '/changePassword/index' })
    await sidebar()
    browser.network.use(http.all('*/approve/list', () => new Response('', { status: 502 })))
    await goesTo('/approve/reviewFirst/reviewFirstWait')
    await screen.findByText('The server answered with an error (HTTP 502). Try again in a moment.', {
      selector: '.toast *',
    })
    await user.click(screen.getByRole('button', { name: '1 error' }))
    expect(await screen.findByText('POST /approve/list')).toBeTruthy()
  })
})

describe('the language picker', () => {
  test('changes every word, tells the server, and says so', async () => {
    const { user } = await browser.openAs('analyst', { path: '/' })
    await sidebar()
    await user.selectOptions(screen.getByLabelText('Language'), 'zh')
    expect((await screen.findByRole('status')).textContent).toBe('切换语言成功')
    expect(screen.getByRole('navigation', { name: '菜单' })).toBeTruthy()
    const analyst = await browser.server().login('analyst')
    expect((await analyst.data(userInfo, { token: analyst.token })).language).toBe('zh')
  })

  test('says it in English in these words', async () => {
    const { user } = await browser.openAs('risk', { language: 'id' })
    await user.selectOptions(await screen.findByLabelText('Bahasa'), 'en')
    expect((await screen.findByRole('status')).textContent).toBe('Switch Language Success')
  })

  test('takes up what the account remembers in a browser that remembers nothing', async () => {
    const { user, close } = await browser.openAs('support', { path: '/' })
    await user.selectOptions(await screen.findByLabelText('Language'), 'zh')
    await screen.findByRole('status')
    close()
    localStorage.clear()
    await browser.openAs('support', { path: '/', language: 'forgotten' })
    await screen.findByRole('navigation', { name: '菜单' })
    const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(statuses.filter(Boolean)).toEqual(['切换语言成功'])
  })
})

describe('changing the password', () => {
  const fill = async (
    { user }: Awaited<ReturnType<typeof browser.open>>,
    [current, next, repeat]: readonly [string, string, string],
  ) => {
    await user.type(await screen.findByLabelText('Current password'), current)
    await user.type(screen.getByLabelText('New password'), next)
    await user.type(screen.getByLabelText('New password again'), repeat)
    await user.click(screen.getByRole('button', { name: 'Save' }))
  }
  const wrong = (label: string) => {
    const field = screen.getByLabelText(label)
    return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  }

  test('is reached from the user menu', async () => {
    const { user, path } = await browser.openAs('agency')
    await user.click(await screen.findByRole('button', { name: /^Account of/ }))
    // Who this is: the introduction of the account, and how it stands.
    expect(await screen.findByText('agency')).toBeTruthy()
    expect(screen.getByText('Account active')).toBeTruthy()
    await user.click(await screen.findByText('Change password'))
    await waitFor(() => expect(path()).toBe('/changePassword/index'))
  })

  test('names each field that is wrong before the server is asked', async () => {
    const window = await browser.openAs('agency', { path: '/changePassword/index' })
    await fill(window, [' ', 'too short', 'too shirt'])
    expect(wrong('New password')).toBe('A password has at least 12 characters')
    expect(wrong('New password again')).toBe('The two new passwords differ')
  })

  test('puts what the server refuses at its field', async () => {
    const window = await browser.openAs('agency', { path: '/changePassword/index' })
    await fill(window, ['not my password', 'another-window', 'another-window'])
    await waitFor(() => expect(wrong('Current password')).toBe('The current password is wrong'))
  })

  test('says that it is done, and the new password is the one that counts', async () => {
    const window = await browser.openAs('agency', { path: '/changePassword/index' })
    await fill(window, [password, 'another-window', 'another-window'])
    expect((await screen.findByRole('status')).textContent).toBe('Password changed')
    await expect(browser.server().login('agency')).rejects.toThrow('401')
  })
})

describe('the dashboard', () => {
  const queue = (name: string) => {
    const card = screen.getByRole('heading', { name }).parentElement!
    return [card.querySelector('strong')?.textContent, card.querySelector('p')?.textContent]
  }
  const ready = () => screen.findByRole('heading', { name: 'Queues' })

  test('says in words that there is nothing', async () => {
    await browser.openAs('approve', { path: '/dashboard' })
    await ready()
    expect(queue('Waiting for first review')).toEqual(['0', 'nobody waits'])
    expect(screen.getByText('Nothing has been decided yet today.')).toBeTruthy()
    expect(screen.getByText('You hold no application. Take one from a queue.')).toBeTruthy()
  })

  test('counts the queues, today’s decisions and one’s own work, and follows what others do', async () => {
    const server = browser.server()
    await browser.openAs('approve', { path: '/dashboard' })
    await ready()
    const orderNo = await server.apply()
    await server.settle()
    server.feed.wake()
    await waitFor(() => expect(queue('Waiting for first review')[0]).toBe('1'))
    expect(screen.getByRole('row', { name: 'Passed machine review 1 0' })).toBeTruthy()

    const colleague = await server.login('approve')
    await colleague.data(firstClaim, { orderNo, version: 2 })
    server.feed.wake()
    await waitFor(() => expect(queue('In first review')[0]).toBe('1'))
    const link = screen.getByRole('link', { name: orderNo })
    expect(link.getAttribute('href')).toBe(`/approve/detail/${orderNo}`)
  })

  test('links a queue to its list only where that list is built and theirs', async () => {
    await browser.openAs('approve', { path: '/dashboard' })
    await ready()
    expect(screen.getByRole('link', { name: 'Waiting for first review' }).getAttribute('href')).toBe(
      '/approve/reviewFirst/reviewFirstWait',
    )
    expect(screen.queryByRole('link', { name: 'In machine review' })).toBeNull()
  })
})
