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
    'WIB11–36, 61, 6218:30yesyes',
    'WITA51–53, 63–7619:30yesyes',
    'WIT81–9620:30no: outside the hours 08:00–20:00no: outside the hours 08:00–20:00',
  ])
})

test('on a Sunday nobody is contacted', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-29T12:00:00+07:00') })
  await open('contactRules')
  expect(await isAllowed()).toEqual([
    'WIB11–36, 61, 6212:00no: no contact on this weekdayno: no contact on this weekday',
    'WITA51–53, 63–7613:00no: no contact on this weekdayno: no contact on this weekday',
    'WIT81–9614:00no: no contact on this weekdayno: no contact on this weekday',
  ])
})

test('a holiday and a year without holidays are told apart from each other', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-31T22:30:00+07:00') })
  await open('contactRules')
  const unknown = 'no: no holidays of 2027 are in force'
  const late = 'no: outside the hours 08:00–20:00'
  expect((await isAllowed()).map((row) => row?.slice(row.indexOf(':') - 2))).toEqual([
    `22:30${late}${late}`,
    `23:30${late}${late}`,
    `00:30${unknown}${late}`,
  ])
})

test('joint leave is named beside the time zones', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-24T12:00:00+07:00') })
  await open('zones')
  const leave = 'no: joint leave: Kelahiran Yesus Kristus (Natal)'
  expect((await isAllowed())[0]).toBe(`WIB11–36, 61, 6212:00${leave}${leave}`)
})

test('the bank of an account of the lender is chosen from the list', async () => {
  await open('bankAccount', 'BCA-IN')
  await userEvent.click(await page.findByRole('button', { name: 'Propose a change' }))
  const dialog = within(await page.findByRole('dialog'))
  const bank = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Bank' })
  expect(bank.value).toBe('BCA')
  await userEvent.selectOptions(bank, 'BRI')
  await userEvent.type(dialog.getByLabelText('Reason for the change'), 'The account has moved')
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }))
  await waitFor(async () => expect((await rowOf('bankAccount', 'BCA-IN'))?.proposed?.values.bank).toBe('BRI'))
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
  const why = dialog.getByLabelText('Reason for the change')
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }))
  await waitFor(() => expect(why.getAttribute('aria-invalid')).toBe('true'))
  await userEvent.type(why, 'Fewer evenings')
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
  await userEvent.type(dialog.getByLabelText('Reason for the change'), 'A province was split')
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

test('a year without holidays in force is named, with what it means', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T12:00:00+07:00') })
  await open('holidays')
  const rule = 'A year without holidays in force allows no contact for collection.'
  expect(await page.findByText(`${rule} Without holidays in force: 2027.`)).toBeTruthy()
})

test('the lines of a decree are read as they are pasted, and wrong ones are named by their number', async () => {
  await open('holidays')
  await userEvent.click(await page.findByRole('button', { name: 'Holidays of a year' }))
  const dialog = within(await page.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Year'), '2027')
  await userEvent.type(dialog.getByLabelText('Decree'), 'SKB 2027')
  const lines = dialog.getByLabelText<HTMLTextAreaElement>('Lines of the decree')
  await userEvent.click(lines)
  await userEvent.paste('tanggal;nama;jenis\n1/1/2027;Tahun Baru;libur nasional\n25/12/2026;Natal;cuti bersama')
  const flaws = within(dialog.getByRole('list', { name: 'Lines to correct' }))
  expect(flaws.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Line 3: a day of another year',
  ])
  const propose = () => dialog.getByRole('button', { name: 'Propose' })
  expect(propose().getAttribute('aria-disabled')).toBe('true')

  await userEvent.clear(lines)
  await userEvent.click(lines)
  await userEvent.paste('1/1/2027;Tahun Baru;libur nasional\n24/12/2027;Natal;cuti bersama')
  expect(flaws.queryAllByRole('listitem')).toEqual([])
  const year = within(dialog.getByRole('region', { name: 'Holidays of 2027' }))
  expect(year.getAllByRole('table')).toHaveLength(12)
  const january = within(year.getByRole('table', { name: 'January' }))
  expect(january.getByTitle('Tahun Baru').textContent).toBe('1')
  expect(january.getAllByRole('row')[1]!.textContent).toBe('123')
  expect(year.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 Jan 2027Tahun Barunational holiday',
    '24 Dec 2027Nataljoint leave',
  ])
  await userEvent.type(dialog.getByLabelText('Reason for the change'), 'The decree is out')
  await userEvent.click(propose())
  await waitFor(async () =>
    expect((await rowOf('holidays', '2027'))?.proposed?.values).toMatchObject({ decree: 'SKB 2027' }),
  )
})

test('a file of the decree fills in the lines, and one that is no text is refused', async () => {
  await open('holidays', '2026')
  await userEvent.click(await page.findByRole('button', { name: 'Propose a change' }))
  const dialog = within(await page.findByRole('dialog'))
  const lines = dialog.getByLabelText<HTMLTextAreaElement>('Lines of the decree')
  expect(lines.value.split('\n')).toHaveLength(25)
  const file = dialog.getByLabelText('File of the decree')
  await userEvent.upload(file, new File([new Uint8Array([0xff, 0xfe, 0])], 'decree.csv', { type: 'text/csv' }))
  await dialog.findByText('The file is no text in UTF-8')
  expect(lines.value.split('\n')).toHaveLength(25)
  await userEvent.upload(file, new File(['1/1/2026;Tahun Baru;nasional'], 'decree.csv', { type: 'text/csv' }))
  await waitFor(() => expect(lines.value).toBe('1/1/2026;Tahun Baru;nasional'))
  expect(dialog.queryByText('The file is no text in UTF-8')).toBeNull()
  await userEvent.type(dialog.getByLabelText('Reason for the change'), 'The decree was corrected')
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }))
  const changes = within(await page.findByRole('list', { name: 'Holidays' }))
  expect(changes.getByText('Removed: 25 Dec 2026, Kelahiran Yesus Kristus (Natal) (national holiday)')).toBeTruthy()
})
