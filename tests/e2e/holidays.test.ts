import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import { enter } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'

const { served, newPage } = consolePages()

const year = '2031'
const open = async (name: string, code?: string): Promise<Page> => {
  const page = await newPage()
  await enter(page.context(), served.url, name)
  await page.goto(`${served.url}${to.setting()}?${new URLSearchParams({ kind: 'holidays', ...(code && { code }) })}`)
  return page
}
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true })

test('a decree is pasted, its wrong line mended, seen as a calendar and put in force by a second person', async () => {
  const page = await open('risk')
  await button(page, 'Holidays of a year').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Year').fill(year)
  await dialog.getByLabel('Decree', { exact: true }).fill('SKB 2031')
  const lines = dialog.getByLabel('Lines of the decree')
  const good = ['1 Januari 2031;Tahun Baru 2031;libur nasional', '24/12/2031;Natal;cuti bersama']
  await lines.fill(['Tanggal;Nama;Jenis', ...good, '25 Desember 2030;Natal;libur nasional'].join('\n'))
  await dialog.getByText('Line 4: a day of another year').waitFor()
  expect(await button(dialog, 'Propose').getAttribute('aria-disabled')).toBe('true')

  const buffer = Buffer.from([...good, '25 Desember 2031;Natal;libur nasional'].join('\r\n'))
  await dialog.getByLabel('File of the decree').setInputFiles({ name: 'skb.csv', mimeType: 'text/csv', buffer })
  const preview = dialog.getByRole('region', { name: `Holidays of ${year}` })
  await preview.getByRole('listitem').nth(2).waitFor()
  expect(await preview.getByRole('table', { name: 'December' }).locator('[data-holiday]').allTextContents()).toEqual([
    '24',
    '25',
  ])
  await dialog.getByLabel('Reason for the change').fill('The decree is out')
  await button(dialog, 'Propose').click()
  await page.getByRole('row', { name: year }).getByText('Proposed', { exact: true }).waitFor()
  // Nobody confirms what they proposed.
  expect(await button(page, 'Confirm and put in force').count()).toBe(0)

  const checker = await open('financeChecker', year)
  await checker.getByRole('region', { name: `Holidays of ${year}` }).waitFor()
  await button(checker, 'Confirm and put in force').click()
  const asked = checker.getByRole('dialog')
  await asked.getByText('2 national holidays, 1 joint leave day').waitFor()
  await button(asked, 'Confirm and put in force').click()
  await checker.getByRole('row', { name: year }).getByText('In force', { exact: true }).waitFor()
  const calendar = checker.getByRole('region', { name: `Holidays of ${year}` })
  expect(await calendar.getByRole('listitem').allTextContents()).toEqual([
    '1 Jan 2031Tahun Baru 2031national holiday',
    '24 Dec 2031Nataljoint leave',
    '25 Dec 2031Natalnational holiday',
  ])
  await page.getByRole('row', { name: year }).getByText('In force', { exact: true }).waitFor()
})
