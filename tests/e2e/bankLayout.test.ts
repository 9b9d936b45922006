import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'
import { putInForce } from '../kit/settings.ts'

const { served, newPage } = consolePages()

const account = 'DESA-IN'
const buffer = Buffer.from(
  [
    'Bank Desa;;;;',
    'Kapan;Perihal;Uang;Arah;Sisa',
    '10/11/2025;Setoran tunai;500.000,00;MASUK;1.500.000,00',
    '12/11/2025;Biaya administrasi;50.000,00;KELUAR;1.450.000,00',
    '',
  ].join('\n'),
)

const open = async (name: string, path: string): Promise<Page> => {
  const page = await newPage()
  await logIn(page, served.url, name)
  await page.goto(served.url + path)
  return page
}
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true })

test('a file of an unknown layout is read once its uploader said what its columns are, by keyboard, and another person agreed', async () => {
  await putInForce(served, 'bankAccount', account, { bank: 'Desa', name: 'Penerimaan', number: '5220304411' })
  const page = await open('finance', to.bankStatement())
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByLabel('Account', { exact: true }).selectOption(account)
  await page.getByLabel('Bank file', { exact: true }).setInputFiles({ name: 'desa.csv', mimeType: 'text/csv', buffer })
  await button(page, 'Upload').click()

  const file = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: 'desa.csv' })
  await file.getByText('Layout unknown', { exact: true }).waitFor()
  const form = file.getByRole('region', { name: 'What each column is: desa.csv' })
  // The line with the names is found; nothing is said of the columns.
  expect(await form.getByLabel('Line with the names of the columns').inputValue()).toBe('1')
  const see = button(form, 'See the lines')
  const propose = button(form, 'Propose this layout')
  const isBarred = (one: Locator) => one.getAttribute('aria-disabled')
  expect([await isBarred(see), await isBarred(propose)]).toEqual(['true', 'true'])
  const reasonOf = async (one: Locator) =>
    page.locator(`id=${await one.getAttribute('aria-describedby')}`).textContent()
  expect(await reasonOf(see)).toBe('No column is the day')

  const choose = async (column: string, role: string) => {
    const select = form.getByRole('combobox', { name: `Column ${column}`, exact: true })
    const roles = await select.getByRole('option').allTextContents()
    await select.focus()
    await page.keyboard.press('Home')
    for (let at = roles.indexOf(role); at > 0; at -= 1) await page.keyboard.press('ArrowDown')
    expect(await select.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]!.text)).toBe(role)
  }
  await choose('Kapan', 'Day')
  await choose('Perihal', 'Text')
  await choose('Uang', 'Amount')
  await choose('Arah', 'Amount')
  expect(await reasonOf(see)).toBe('Two columns are the same thing')
  await choose('Arah', 'Credit or debit')
  await choose('Sisa', 'Balance after it')
  await form.getByLabel('Word for credit').fill('IN')
  await form.getByLabel('Word for debit').fill('OUT')
  await see.press('Enter')
  await form.getByText('2 flaws', { exact: true }).waitFor()
  expect(await isBarred(propose)).toBe('true')

  await form.getByLabel('Word for credit').fill('masuk')
  await form.getByLabel('Word for debit').fill('keluar')
  await form.getByLabel('Word for debit').press('Enter')
  await form.getByText('2 lines', { exact: true }).waitFor()
  expect(await form.getByRole('table', { name: 'Check it: desa.csv' }).getByRole('row').allTextContents()).toEqual([
    expect.stringContaining('Transaction id'),
    expect.stringMatching(/10 Nov 2025.*Setoran tunai.*500,000.*1,500,000/),
    expect.stringMatching(/12 Nov 2025.*Biaya administrasi.*50,000.*1,450,000/),
  ])
  // Another choice is another layout: it is looked at first.
  await form.getByLabel('Numbers of a date').selectOption('mdy')
  expect(await reasonOf(propose)).toBe('See the lines first: all of them must be read')
  await form.getByLabel('Numbers of a date').selectOption('dmy')
  await propose.press('Enter')
  await form.getByText(/proposed waits for a second person/).waitFor()

  const checker = await open('financeChecker', `${to.setting()}?kind=bankLayout&code=${account}`)
  await checker.getByText('Kapan · Perihal · Uang · Arah · Sisa').first().waitFor()
  await checker.getByText('Day · Text · Amount · Credit or debit · Balance after it').first().waitFor()
  await button(checker, 'Confirm and put in force').click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Confirm and put in force' }).click()
  await checker.getByText('In force', { exact: true }).first().waitFor()

  await button(file, 'Read again').press('Enter')
  await file.getByText('To be checked', { exact: true }).waitFor()
  await button(file, 'Book it').waitFor()
})
