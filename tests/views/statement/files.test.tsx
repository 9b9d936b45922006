import { screen as page, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { to } from '../../../src/machines/paths.ts'
import * as statement from '../../../src/services/statement.ts'
import { start } from '../../kit/app.ts'
import { uploadTo } from '../../kit/bank.ts'
import { putInForce } from '../../kit/settings.ts'
import { aBrowser, type Window } from '../browser.tsx'

const browser = aBrowser()
beforeAll(() => browser.server().feed.start())

const day = addDays(businessDay(start), -2)
const [account, second] = ['DESA-IN', 'DESA-OUT']
const [number, other, unknown] = ['6220304411', '6220304499', '9988776655']
beforeAll(async () => {
  for (const [code, its] of [
    [account, number],
    [second, other],
  ])
    await putInForce(browser.server(), 'bankAccount', code!, { bank: 'Desa', name: 'Uji', number: its! })
})

/** Uploads a file as finance; what was found in it waits until it was read. */
const uploaded = async (text: string) => {
  const app = browser.server()
  const finance = await app.login('finance')
  const file = await uploadTo(app, finance, account, Buffer.from(text))
  app.clock.advance(1000)
  await app.settle()
  return file
}

const open = async (who = 'finance') => {
  const window = await browser.openAs(who, { path: to.bankStatement() })
  await window.user.click(await page.findByRole('tab', { name: 'Files' }))
  return { ...window, list: await page.findByRole('list', { name: 'Files' }) }
}

describe('a file of several accounts', () => {
  const message = (of: string, amount: number) =>
    [
      ':20:X',
      `:25:${of}`,
      `:60F:C${day.slice(2).replaceAll('-', '')}IDR0,`,
      `:61:${day.slice(2).replaceAll('-', '')}C${amount},NTRFA${amount}`,
      `:62F:C${day.slice(2).replaceAll('-', '')}IDR${amount},`,
      '-',
    ].join('\r\n')

  test('is there once for each of the lender’s, each with its balances, and names those of others', async () => {
    await uploaded([message(number, 1), message(other, 2), message(unknown, 3)].join('\r\n'))
    const { list } = await open()
    const files = (await within(list).findAllByRole('listitem')).filter((one) => one.parentElement === list)
    expect(files).toHaveLength(2)
    for (const [code, beside, sums] of [
      [account, second, 'IDR 0 + IDR 1 − IDR 0 = IDR 1'],
      [second, account, 'IDR 0 + IDR 2 − IDR 0 = IDR 2'],
    ] as const) {
      const file = within(files.find((one) => one.textContent.includes(`${code} · `))!)
      expect(file.getByText('To be checked')).toBeTruthy()
      expect(file.getByTitle('Start + credits − debits = end').textContent.replaceAll('\u00a0', ' ')).toBe(sums)
      expect(
        file.getByText(`The file also has the account ${beside}, which is read as a file of its own.`),
      ).toBeTruthy()
      expect(file.getByText(new RegExp(`${unknown}, which is not the lender’s`))).toBeTruthy()
      expect(file.getByRole('button', { name: 'Book it' })).toBeTruthy()
    }
  })
})

test('a file of several days shows each with its own balances and sums', async () => {
  const before = addDays(day, -1)
  await uploaded(
    [
      'Tanggal;No. Referensi;Keterangan;Debet;Kredit;Saldo',
      `${before};FT26000001;Setoran;;10,00;10,00`,
      `${day};FT26000002;Setoran;;5,00;15,00`,
      `${day};FT26000003;Biaya;1,00;;14,00`,
      '',
    ].join('\n'),
  )
  await open()
  const table = within(await page.findByRole('table', { name: '2 days, each with its balances', hidden: true }))
  const rows = table
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows[0]).toEqual(['Day', 'Lines', 'Start balance', 'Credits', 'Debits', 'End balance'])
  expect(rows.slice(1).map((cells) => cells.slice(1).map((text) => text.replace(/^IDR\W/, '')))).toEqual([
    ['1', '0', '10', '0', '10'],
    ['2', '10', '5', '1', '14'],
  ])
})

describe('a file of an unknown layout', () => {
  const text = [
    'Bank Desa;;;;',
    'Kapan;Perihal;Uang;Arah;Sisa',
    `${day};Setoran tunai;500.000,00;MASUK;1.500.000,00`,
    `${day};Biaya;50.000,00;KELUAR;1.450.000,00`,
    '',
  ].join('\n')
  const form = () => page.findByRole('region', { name: 'What each column is: mutasi.csv' })
  const shown = async () => within(await form())
  const reasonOf = (button: HTMLElement) =>
    document.querySelector(`#${CSS.escape(button.getAttribute('aria-describedby')!)}`)?.textContent

  type User = Window['user']
  const choose = async (user: User, roles: Record<string, string>) => {
    const its = await shown()
    for (const [column, role] of Object.entries(roles))
      await user.selectOptions(its.getByRole('combobox', { name: `Column ${column}` }), role)
  }
  const all = { Kapan: 'Day', Perihal: 'Text', Uang: 'Amount', Arah: 'Credit or debit', Sisa: 'Balance after it' }

  beforeEach(async () => {
    const finance = await browser.server().login('finance')
    for (const { id, version, state } of (await finance.data(statement.files, {})).files)
      if (state === 'unknown') await finance.data(statement.cancel, { id, version })
    await browser.server().settle()
    await uploaded(text)
  })

  test('shows its first lines, and finds the one with the names', async () => {
    await open()
    const its = await shown()
    expect(its.getByRole<HTMLSelectElement>('combobox', { name: /^Line with the names/ }).value).toBe('1')
    expect(its.getByRole('row', { name: /Setoran tunai/ })).toBeTruthy()
    expect(its.getByRole('row', { current: true }).textContent).toContain('Kapan')
  })

  test('says what is missing before its lines can be seen, and asks what its columns need', async () => {
    const { user } = await open()
    const its = await shown()
    // A button with a reason is another element than one without.
    const see = () => its.getByRole('button', { name: 'See the lines' })
    expect(reasonOf(see())).toBe('No column is the day')
    await choose(user, { Kapan: 'Day', Uang: 'Amount' })
    expect(its.getByRole('combobox', { name: /^Amount without a sign/ })).toBeTruthy()
    expect(its.queryByLabelText('Word for credit')).toBeNull()
    await choose(user, { Arah: 'Amount' })
    expect(reasonOf(see())).toBe('Two columns are the same thing')
    await choose(user, all)
    expect(its.queryByRole('combobox', { name: /^Amount without a sign/ })).toBeNull()
    expect(its.getByLabelText('Word for credit')).toBeTruthy()
    expect(see().getAttribute('aria-disabled')).toBeNull()
    await user.click(its.getByRole('button', { name: 'Clear the columns' }))
    expect(reasonOf(see())).toBe('No column is the day')
  })

  test('shows what is wrong with its lines, and is proposed only once all are read as they were shown', async () => {
    const { user } = await open()
    await choose(user, all)
    const its = await shown()
    const see = () => its.getByRole('button', { name: 'See the lines' })
    const propose = () => its.getByRole('button', { name: 'Propose this layout' })
    await user.click(see())
    expect(await its.findByText('2 flaws')).toBeTruthy()
    expect(reasonOf(propose())).toBe('See the lines first: all of them must be read')
    await user.type(its.getByLabelText('Word for credit'), 'masuk')
    await user.type(its.getByLabelText('Word for debit'), 'keluar')
    await user.click(see())
    expect(await its.findByText('2 lines')).toBeTruthy()
    const lines = within(its.getByRole('table', { name: 'Check it: mutasi.csv' }))
    expect(lines.getByRole('row', { name: /Setoran tunai.*500,000.*1,500,000/ })).toBeTruthy()
    await user.selectOptions(its.getByRole('combobox', { name: /^Numbers of a date/ }), 'month, day, year')
    expect(reasonOf(propose())).toBe('See the lines first: all of them must be read')
    await user.selectOptions(its.getByRole('combobox', { name: /^Numbers of a date/ }), 'day, month, year')
    await user.click(propose())
    expect(await its.findByText(/proposed waits for a second person/)).toBeTruthy()
  })

  test('is shown to nobody but its uploader', async () => {
    const { list } = await open('financeChecker')
    await within(list).findByText('Layout unknown')
    await waitFor(() => expect(page.queryByRole('region', { name: /What each column is/ })).toBeNull())
    expect(list.textContent).not.toContain('Setoran tunai')
  })
})
