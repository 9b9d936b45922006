import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'
import { putInForce } from '../kit/settings.ts'

const { served, newPage } = consolePages()

const message = (number: string, amount: number) => [
  ':20:X',
  `:25:${number}`,
  ':60F:C251109IDR0,',
  `:61:2511101110C${amount},NTRFA${amount}`,
  ':86:Setoran tunai',
  `:62F:C251110IDR${amount},`,
  '-',
]
const accounts = { 'DUA-IN': '6220304411', 'DUA-OUT': '6220304499' }
const buffer = Buffer.from(
  [message('6220304411', 500_000), message('6220304499', 70_000), message('9988776655', 3)].flat().join('\r\n'),
)

test('a file of several accounts is uploaded once, and each account of the lender is booked by itself', async () => {
  for (const [code, number] of Object.entries(accounts))
    await putInForce(served, 'bankAccount', code, { bank: 'Dua', name: code, number })
  const page = await newPage()
  await logIn(page, served.url, 'finance')
  await page.goto(served.url + to.bankStatement())
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByLabel('Account', { exact: true }).selectOption('DUA-IN')
  await page.getByLabel('Bank file', { exact: true }).setInputFiles({ name: 'dua.sta', mimeType: 'text/plain', buffer })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()

  const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: 'dua.sta' })
  const fileOf = (code: string) => files.filter({ hasText: `${code} · ` })
  for (const [code, other, end] of [
    ['DUA-IN', 'DUA-OUT', '500,000'],
    ['DUA-OUT', 'DUA-IN', '70,000'],
  ] as const) {
    const file: Locator = fileOf(code)
    await file.getByText('To be checked', { exact: true }).waitFor()
    await file.getByText(`The file also has the account ${other}, which is read as a file of its own.`).waitFor()
    await file.getByText(/9988776655, which is not the lender’s/).waitFor()
    await file.getByText(new RegExp(`= IDR\\s${end}$`)).waitFor()
  }
  expect(await files.count()).toBe(2)

  await fileOf('DUA-OUT').getByRole('button', { name: 'Book it', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Book it', exact: true }).click()
  await fileOf('DUA-OUT').getByText('Booked', { exact: true }).waitFor()
  await fileOf('DUA-IN').getByText('To be checked', { exact: true }).waitFor()
})

test('each day of a file is checked and booked by itself, the earlier one first', async () => {
  const ofDay = (day: number, from: number, amount: number) => [
    ':20:X',
    ':25:6220304466',
    `:60F:C2511${day - 1}IDR${from},`,
    `:61:2511${day}11${day}C${amount},NTRFB${amount}`,
    `:62F:C2511${day}IDR${from + amount},`,
    '-',
  ]
  const twoDays = Buffer.from([ofDay(13, 0, 40_000), ofDay(14, 40_000, 9_000)].flat().join('\r\n'))
  await putInForce(served, 'bankAccount', 'HARI', { bank: 'Dua', name: 'HARI', number: '6220304466' })
  const page = await newPage()
  await logIn(page, served.url, 'finance')
  await page.goto(served.url + to.bankStatement())
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByLabel('Account', { exact: true }).selectOption('HARI')
  await page
    .getByLabel('Bank file', { exact: true })
    .setInputFiles({ name: 'hari.sta', mimeType: 'text/plain', buffer: twoDays })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()

  const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: 'hari.sta' })
  const [first, second] = [files.nth(0), files.nth(1)]
  await second.getByText('Day 2 of the uploaded file. The days before it are booked first.').waitFor()
  await first.getByText(/= IDR\s40,000$/).waitFor()
  await second.getByText(/= IDR\s49,000$/).waitFor()

  const book = async (file: Locator) => {
    // The dialog before it takes a moment to go.
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await file.getByRole('button', { name: 'Book it', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Book it', exact: true }).click()
  }
  await book(second)
  await page.getByText('The days before it in the uploaded file are to be booked or discarded first').first().waitFor()
  await page.keyboard.press('Escape')
  await book(first)
  await first.getByText('Booked', { exact: true }).waitFor()
  await book(second)
  await second.getByText('Booked', { exact: true }).waitFor()
  expect(await files.count()).toBe(2)
})
