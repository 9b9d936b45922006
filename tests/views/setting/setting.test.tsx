import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import { onlyCode, type SettingKind } from '../../../src/machines/setting.facts.ts'
import * as setting from '../../../src/services/setting.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => vi.useRealTimers())

const open = (kind: SettingKind, code?: string, who = 'risk') =>
  browser.openAs(who, { path: `${to.setting()}?${new URLSearchParams({ kind, ...(code && { code }) })}` })
const rowOf = async (kind: SettingKind, code: string) =>
  (await (await browser.server().login('risk')).data(setting.list, {})).settings.find(
    (one) => one.kind === kind && one.code === code,
  )

const now = 'Contact at this moment'
const isAllowed = async () =>
  within(await page.findByRole('table', { name: now }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('the screen says in which time zones people may be contacted now, and why not', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T18:30:00+07:00') })
  await open('contactRules')
  expect(await isAllowed()).toEqual([
    'WIB11–36, 61, 6218:30yes',
    'WITA51–53, 63–7619:30yes',
    'WIT81–9620:30no: outside the hours 08:00–20:00',
  ])
})

test('on a Sunday nobody is contacted', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-29T12:00:00+07:00') })
  await open('contactRules')
  expect(await isAllowed()).toEqual([
    'WIB11–36, 61, 6212:00no: no contact on this weekday',
    'WITA51–53, 63–7613:00no: no contact on this weekday',
    'WIT81–9614:00no: no contact on this weekday',
  ])
})

test('contact rules are there once, and a change of them starts with those in force', async () => {
  await open('contactRules', onlyCode)
  const anew = await page.findByRole('button', { name: 'New contact rules' })
  expect(anew.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(await page.findByRole('button', { name: 'Propose a change' }))
  const dialog = within(await page.findByRole('dialog'))
  const field = (name: string) => dialog.getByLabelText<HTMLInputElement>(name)
  expect(dialog.queryByLabelText('Code')).toBeNull()
  expect(field('Contact from, on the customer’s clock').value).toBe('08:00')
  expect(field('Joint leave days count as holidays').value).toBe('true')
  const days = within(dialog.getByRole('group', { name: 'Weekdays' }))
  expect(days.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
    ...Array<boolean>(6).fill(true),
    false,
  ])

  await userEvent.clear(field('From'))
  await userEvent.type(field('From'), '01/01/2027')
  await userEvent.click(days.getByLabelText('Sat'))
  const closes = field('Contact until, on the customer’s clock')
  await userEvent.clear(closes)
  await userEvent.type(closes, '07:00')
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }))
  await dialog.findByText('Must be later than the beginning')
  await userEvent.clear(closes)
  await userEvent.type(closes, '19:00')
  await userEvent.selectOptions(field('Joint leave days count as holidays'), 'no')
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }))
  await waitFor(async () =>
    expect((await rowOf('contactRules', onlyCode))?.proposed?.values).toMatchObject({
      from: '2027-01-01',
      opens: '08:00',
      closes: '19:00',
      weekdays: [1, 2, 3, 4, 5],
      attempts: 3,
      gap: 60,
      jointLeave: false,
      consent: true,
    }),
  )
})

test('provinces are typed as codes and ranges, and a province without a zone is named', async () => {
  await open('zones', onlyCode)
  await userEvent.click(await page.findByRole('button', { name: 'Propose a change' }))
  const dialog = within(await page.findByRole('dialog'))
  const field = (name: RegExp) => dialog.getByLabelText<HTMLInputElement>(name)
  const [west, east] = [field(/\(WIB\): provinces/), field(/\(WIT\): provinces/)]
  expect([west.value, east.value]).toEqual(['11–36, 61, 62', '81–96'])
  await userEvent.clear(field(/^From/))
  await userEvent.type(field(/^From/), '01/01/2027')
  await userEvent.clear(east)
  await userEvent.type(east, '81-82; 92–96')
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }))
  await dialog.findByText('Province 91 is in no zone')
  await userEvent.type(west, ', 91')
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }))
  await waitFor(async () =>
    expect((await rowOf('zones', onlyCode))?.proposed?.values).toMatchObject({
      WIB: expect.arrayContaining(['11', '36', '61', '62', '91']) as string[],
      WIT: ['81', '82', '92', '93', '94', '95', '96'],
    }),
  )
})
