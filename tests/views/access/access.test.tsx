import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leavesOf, to } from '../../../src/machines/paths.ts'
import { controlledRoutes } from '../../../src/machines/routes.ts'
import * as access from '../../../src/services/access.ts'
import * as account from '../../../src/services/account.ts'
import { editUser } from '../../../src/services/user.ts'
import { password } from '../../kit/app.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

const open = (who: string, path: string) => browser.openAs(who, { path, language: 'en' })
const admin = () => browser.server().login('admin')
const roleOf = async (name: string) =>
  (await (await admin()).data(access.holdings, {})).roles.find((role) => role.name === name)!
const shownIds = () => [...document.querySelectorAll('.grant code')].map((code) => code.textContent)
const box = (name: string) => page.getByRole<HTMLInputElement>('checkbox', { name })

beforeAll(async () => {
  const chief = await admin()
  const { stream } = await chief.data(access.roleSave, { name: 'deputy' })
  const role_id = Number(stream.split('/')[1])
  await chief.data(access.roleMenuSave, { role_id, menus: ['role', 'account', 'flow'] })
  const interfaces = ['power.getRoles', 'power.roleMenuSave', 'power.getInterfaces', 'power.getUsers', 'flow.summary']
  await chief.data(access.interfaceSave, { role_id, interfaces })
  await chief.data(editUser, { name: 'Deputy', email: 'deputy@demo.example', roles: [role_id], password })
})

test('every screen of the route table can be granted or says why not, and every endpoint that needs a grant is there', async () => {
  const { id } = await roleOf('support')
  await open('admin', to.menu({ role_id: id }))
  await page.findByRole('heading', { name: 'Menus of support' })
  expect(await page.findByRole('link', { name: 'support · Role menus' })).toBeTruthy()
  expect(shownIds()).toEqual(expect.arrayContaining(leavesOf(controlledRoutes).map(({ route }) => route.name)))
  const known = (await (await admin()).data(access.getInterfaces, {})).interfaces
  await open('admin', to.interface({ role_id: id }))
  await page.findByRole('heading', { name: 'Interfaces of support' })
  await waitFor(() => expect(shownIds()).toEqual(expect.arrayContaining(known.map((one) => one.id))))
})

test('whoever lacks something cannot tick it, and reads that they do not hold it', async () => {
  const { id } = await roleOf('support')
  await open('deputy', to.menu({ role_id: id }))
  await page.findByRole('heading', { name: 'Menus of support' })
  expect(box('Process flow').disabled).toBe(false)
  expect(box('Risk rules').disabled).toBe(true)
  // What the role has already may be taken from it.
  expect(box('Order list').disabled).toBe(false)
  expect(page.getAllByText('You do not hold this yourself').length).toBeGreaterThan(0)
})

test('what is ticked shows in the sidebar of the role before it is saved, and is undone', async () => {
  const { id } = await roleOf('support')
  await open('admin', to.menu({ role_id: id }))
  const before = within(await page.findByRole('region', { name: 'Orders' }))
  await userEvent.click(before.getByRole('checkbox', { name: 'Order list' }))
  expect(page.getByText('0 granted, 1 taken, not saved yet')).toBeTruthy()
  const [sidebar] = page.getAllByRole('region', { name: 'Sidebar of this role' })
  expect(within(sidebar!).queryByText('Order list')).toBeNull()
  expect(within(sidebar!).getByText('Order Excel files')).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  expect(page.getByText('Nothing changed')).toBeTruthy()
  expect((await roleOf('support')).menus).toContain('orderList')
})

test('a search leaves what matches', async () => {
  const { id } = await roleOf('support')
  await open('admin', to.interface({ role_id: id }))
  await userEvent.type(await page.findByRole('searchbox', { name: 'Search' }), 'user_edit')
  await waitFor(() => expect(page.getAllByRole('checkbox', { name: /./ }).length).toBe(3))
  expect(page.getByText('power.userEdit')).toBeTruthy()
})

test('the history of a role says what each step granted and took', async () => {
  const { id } = await roleOf('support')
  const chief = await admin()
  const { menus } = await roleOf('support')
  await chief.data(access.roleMenuSave, { role_id: id, menus: ['orderList', 'flow'] })
  await open('admin', `${to.role()}?role_id=${id}`)
  const history = within(await page.findByRole('region', { name: 'History' }))
  expect((await history.findAllByText('Process flow')).length).toBe(1)
  expect(history.getAllByText(/Order Excel files/).length).toBeGreaterThan(0)
  await chief.data(access.roleMenuSave, { role_id: id, menus })
})

test('a link that was used says so', async () => {
  const chief = await admin()
  const { token } = await chief.data(account.invite, { name: 'Tamu', email: 'tamu@demo.example', roles: [3] })
  await chief.data(account.takeLink, { token: token!, new_password: password })
  await browser.open({ path: `${to.setPassword()}#${token}`, language: 'en' })
  expect(await page.findByText('This link was used, replaced or is over; ask for another')).toBeTruthy()
})
