import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as reviewers from '../../../src/services/reviewers.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

const open = (who: string, path: string) => browser.openAs(who, { path, language: 'en' })
const row = (name: string | RegExp) => page.findByRole('row', { name })
const figures = async () =>
  (await (await browser.server().login('reviewLead')).data(reviewers.list, { period: 'today' })).reviewers

test('what cannot be divided is a dash that says why, also the overdue rate while nothing fell due', async () => {
  const [one] = await figures()
  await open('reviewLead', to.reviewerManage())
  const dashes = within(await row(new RegExp(`^${one!.name}`))).getAllByText('–')
  expect(dashes.map(({ title }) => title)).toEqual([
    'Not signed in during this period',
    'No decision in this period',
    'No decision in this period',
    'No instalment of their loans could fall overdue in this period',
  ])
})

test('a lead sets a weight where it stands', async () => {
  const [one] = await figures()
  await open('reviewLead', to.reviewerManage())
  await userEvent.selectOptions(await page.findByLabelText(`Weight of ${one!.name}`), '4')
  await waitFor(async () => expect((await figures())[0]!.weight).toBe(4))
})

test('whoever may look but not manage reads weights and cannot choose them', async () => {
  await open('approve', to.reviewerManage())
  await page.findAllByText('Review Akhir')
  expect(page.queryByLabelText(/^Weight of/)).toBeNull()
})

test('a button that is not granted says so', async () => {
  await open('approve', to.reviewGroup())
  const button = await page.findByRole('button', { name: 'Create group' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect(page.queryByRole('dialog')).toBeNull()
  expect(page.getAllByText('Your role does not permit this').length).toBeGreaterThan(0)
})

test('hours that cross midnight, several days in a row and single ones are said in short', async () => {
  const lead = await browser.server().login('reviewLead')
  const shifts = [
    { days: [1, 2, 3, 5], from: '22:00', to: '06:00' },
    { days: [6, 7], from: '08:00', to: '12:00' },
  ]
  await lead.data(reviewers.groupSave, { name: 'Odd', apps: [], stages: ['final'], capacity: 1, shifts, members: [] })
  await open('reviewLead', to.reviewGroup())
  const odd = within(await row(/^Odd/))
  expect(odd.getByText('Mon–Wed, Fri 22:00–06:00')).toBeTruthy()
  expect(odd.getByText('Sat, Sun 08:00–12:00')).toBeTruthy()
})

test('what was typed of a group is there again after it was closed without saving, and gone when it is given up', async () => {
  await open('reviewLead', to.reviewGroup())
  await userEvent.click(await page.findByRole('button', { name: 'Create group' }))
  const dialog = within(await page.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Name'), 'Weekend')
  await userEvent.keyboard('{Escape}')
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Weekend')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await userEvent.click(page.getByRole('button', { name: 'Create group' }))
  const again = within(await page.findByRole('dialog'))
  expect(again.getByLabelText<HTMLInputElement>('Name').value).toBe('')
})

test('a group that another lead changed first is looked at anew, and both keep what they changed', async () => {
  const lead = await browser.server().login('reviewLead')
  const group = { name: 'Night', apps: [], stages: ['final' as const], shifts: [], members: [] }
  await lead.data(reviewers.groupSave, { ...group, capacity: 3 })
  const night = async () => (await lead.data(reviewers.groups, {})).groups.find(({ name }) => name.startsWith('Night'))!
  await open('reviewLead', to.reviewGroup())
  await userEvent.click(await page.findByRole('button', { name: 'Change: Night' }))
  const dialog = within(await page.findByRole('dialog'))
  const name = dialog.getByLabelText<HTMLInputElement>('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Night shift')
  const { id, version } = await night()
  await lead.data(reviewers.groupSave, { ...group, id, version, capacity: 9 })

  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/^Group changed by /)
  await userEvent.click(dialog.getByRole('button', { name: 'Reload the record' }))
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Limit each').value).toBe('9'))
  expect(name.value).toBe('Night shift')
  expect(dialog.queryByText(/^Group changed by /)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(await night()).toMatchObject({ name: 'Night shift', capacity: 9 })
})

test('a member who may review no more is called by their name, in the list and in the form', async () => {
  const admin = await browser.server().login('admin')
  const { people } = await admin.data(reviewers.groups, {})
  const gone = people.at(-1)!
  await admin.data(reviewers.groupSave, {
    name: 'Left behind',
    apps: [],
    stages: gone.stages,
    capacity: 1,
    shifts: [],
    members: [gone.id],
  })
  await browser
    .server()
    .db.sql.updateTable('account')
    .set({ state: 'disabled' })
    .where('id', '=', Number(gone.id.slice(6)))
    .execute()
  await open('reviewLead', to.reviewGroup())
  expect(within(await row(/^Left behind/)).getByText(gone.name)).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: 'Change: Left behind' }))
  const dialog = within(await page.findByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>(`${gone.name} (may review no more)`).checked).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(page.getByRole('button', { name: 'Create group' }))
  await page.findByRole('dialog', { name: 'Create group' })
  expect(page.queryByLabelText(`${gone.name} (may review no more)`)).toBeNull()
})
