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
