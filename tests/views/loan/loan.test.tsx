import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay, dayEnd } from '../../../src/machines/calendar.ts'
import { to } from '../../../src/machines/paths.ts'
import { factOf } from '../../../src/server/store/events.ts'
import * as approval from '../../../src/services/approval.ts'
import * as loan from '../../../src/services/loan.ts'
import { start } from '../../kit/app.ts'
import { openLoan } from '../../kit/loans.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
beforeAll(() => browser.server().feed.start())
afterEach(() => browser.network.resetHandlers())

const today = businessDay(start)
// The first instalment of the tests' terms fell due twelve days ago.
const from = addDays(today, -32)
const firstDue = addDays(from, 20)

/** A loan of two instalments, the first of them overdue for twelve days. */
const overdue = async () => {
  const orderNo = await openLoan(browser.server(), { from })
  await browser.server().settle()
  return orderNo
}

const versionOf = (orderNo: string) => browser.server().server.store.version(`loan/${orderNo}`)

/** Recorded by finance; answers its transaction number, which no other payment has. */
const paid = async (orderNo: string, amount: number, day = today) => {
  const txid = `va-${orderNo}`
  const finance = await browser.server().login('finance')
  await finance.data(loan.record, { orderNo, version: await versionOf(orderNo), txid, day, amount })
  return txid
}

const open = async (orderNo: string, { who = 'finance', query = '' } = {}) => {
  const window = await browser.openAs(who, { path: `${to.loanOfOrder({ orderNo })}${query && `?${query.slice(1)}`}` })
  await page.findByRole('heading', { name: `Loan of ${orderNo}` })
  return window
}

const region = (name: string) => page.findByRole('region', { name })
const textOf = ({ textContent }: Element) => textContent.replaceAll(/\s+/g, ' ').trim()
const named = (name: string) => ({ name: (text: string) => text.replaceAll(/\s+/g, ' ') === name })
/** The rows of a table, cell by cell, without the currency. */
const rowsOf = async (name: string) =>
  within(page.getByRole('table', named(name)))
    .getAllByRole('row')
    .map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => textOf(cell).replaceAll('IDR ', '')))
const table = async (name: string) => (await page.findByRole('table', named(name)), rowsOf(name))
const button = (name: string) => page.findByRole('button', { name })
const dialog = () => page.findByRole('dialog')

describe('a loan', () => {
  test('leads on to the next of the list that it was opened from, which may have several rows of each', async () => {
    const first = await overdue()
    const last = await overdue()
    const { user, isAt } = await browser.openAs('finance', { path: to.repayPlan() })
    const [link] = await page.findAllByRole('link', { name: first })
    await user.click(link!)
    await page.findByRole('heading', { name: `Loan of ${first}` })
    await user.keyboard('j')
    await isAt(to.loanOfOrder({ orderNo: last }))
    await page.findByRole('heading', { name: `Loan of ${last}` })
    await user.keyboard('k')
    expect(await page.findByRole('heading', { name: `Loan of ${first}` })).toBeTruthy()
  })

  test('is found by its number, and says what is owed of what', async () => {
    const orderNo = await overdue()
    const { user, isAt } = await browser.openAs('finance', { path: to.repayQuery() })
    await user.type(await page.findByLabelText(/^Order number, phone/), `${orderNo}{Enter}`)
    await isAt(to.loanOfOrder({ orderNo }))
    await page.findByRole('heading', { name: `Loan of ${orderNo}` })
    // A week at 0.2 % of 600,000 and five days at 0.4 %.
    expect((await table('Balances')).slice(1)).toEqual([
      ['Interest', '96,000', '0', '0', '96,000'],
      ['Principal', '1,200,000', '0', '0', '1,200,000'],
      ['Overdue fee', '20,400', '0', '0', '20,400'],
      ['Total', '1,316,400', '0', '0', '1,316,400'],
    ])
    expect(within(await region('Balances')).getByText('12 days')).toBeTruthy()
    const [, first] = await table('Schedule')
    expect(first).toEqual([`No. 1 · due on 9 Nov 2026 Overdue for 12 days`])
    const fees = await table('Overdue fees by day')
    expect(fees).toHaveLength(13)
    expect(fees.slice(1, 2)).toEqual([['21 Nov 2026', '1', '12', '0.4%', '600,000', '2,400']])
    expect(fees.at(-1)).toEqual(['10 Nov 2026', '1', '1', '0.2%', '600,000', '1,200'])
  })

  test('opens at the address that it had beside the search', async () => {
    const orderNo = await overdue()
    const { isAt } = await browser.openAs('finance', { path: `${to.repayQuery()}?orderNo=${orderNo}` })
    await isAt(to.loanOfOrder({ orderNo }))
    expect(await page.findByRole('heading', { name: `Loan of ${orderNo}` })).toBeTruthy()
  })

  test('that is not there yet says so, and so does an order that is none', async () => {
    const { goesTo } = await browser.openAs('finance', { path: to.repayQuery() })
    expect(await page.findByText(/^Find a loan to see/)).toBeTruthy()
    await goesTo(to.loanOfOrder({ orderNo: await waitingOrder(browser.server()) }))
    await page.findByRole('heading', { name: 'No loan yet' })
    await goesTo(to.loanOfOrder({ orderNo: 'LK260101999999' }))
    await page.findByRole('heading', { name: /LK260101999999/ })
  })

  test('says what is owed on a day ahead, and how a payment on it would be allocated', async () => {
    const { user } = await open(await overdue())
    fireEvent.change(page.getByLabelText('On'), { target: { value: addDays(today, 1) } })
    await user.type(page.getByLabelText('If this is paid'), '700000')
    expect(await table('Owed on 22 Nov 2026')).toEqual([
      ['Instalment', 'Interest', 'Principal', 'Overdue fee', 'Total'],
      ['No. 1, 9 Nov 2026', '48,000', '600,000', '22,800', '670,800'],
      ['No. 2, 29 Nov 2026', '48,000', '600,000', '0', '648,000'],
      ['Total', '96,000', '1,200,000', '22,800', '1,318,800'],
    ])
    expect((await table('IDR 700,000 on 22 Nov 2026 would pay')).slice(1)).toEqual([
      ['No. 1', '48,000', '600,000', '22,800'],
      ['No. 2', '29,200', '0', '0'],
    ])
  })
})

describe('whose loan it is', () => {
  const shown = async (orderNo: string) => {
    const window = await open(orderNo)
    expect(page.getByText('S*** W***')).toBeTruthy()
    await window.user.click(await button('Show: Name'))
    await window.user.click(within(await dialog()).getByRole('button', { name: 'Show' }))
    await within(await dialog()).findByText('Required')
    await window.user.selectOptions(within(await dialog()).getByLabelText('What you need it for'), 'customerAsks')
    await window.user.click(within(await dialog()).getByRole('button', { name: 'Show' }))
    await page.findByText('Sri Wahyuni')
    return window
  }

  test('is shown for a reason, and masked again by whoever asked', async () => {
    const orderNo = await overdue()
    const { user } = await shown(orderNo)
    expect(page.queryByText('S*** W***')).toBeNull()
    await user.click(await button('Hide: Name'))
    expect(page.getByText('S*** W***')).toBeTruthy()
    expect(page.queryByText('Sri Wahyuni')).toBeNull()
  })

  test('is masked again once the page was left, also when it is looked at again', async () => {
    const orderNo = await overdue()
    const { goesTo } = await shown(orderNo)
    await goesTo(to.repayPlan())
    await goesTo(to.loanOfOrder({ orderNo }))
    expect(await page.findByText('S*** W***')).toBeTruthy()
    expect(page.queryByText('Sri Wahyuni')).toBeNull()
  })

  test('is not for whoever may not ask for it', async () => {
    await open(await overdue(), { who: 'collector' })
    expect((await button('Show: Name')).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('a payment', () => {
  test('shows what it would pay before it is sent, and is there with its allocation after', async () => {
    const orderNo = await overdue()
    const { user } = await open(orderNo)
    await user.click(await button('Record a repayment'))
    const form = within(await dialog())
    await user.type(form.getByLabelText('Transaction id'), 'va-77')
    expect(form.getByText(/^With a day and an amount/)).toBeTruthy()
    await user.type(form.getByLabelText('Amount'), '650000')
    await user.selectOptions(form.getByLabelText('Payment method'), 'transfer')
    await user.type(form.getByLabelText(/^Payment channel/), 'BCA')
    expect((await table('IDR 650,000 on 21 Nov 2026 would pay')).slice(1)).toEqual([
      ['No. 1', '48,000', '600,000', '2,000'],
    ])
    await user.click(form.getByRole('button', { name: 'Record a repayment' }))
    await page.findByText(`Repayment: ${orderNo}`)
    await waitFor(async () =>
      expect((await table('Payments')).slice(1)).toEqual([
        [expect.stringMatching(/^21 Nov 2026 · Repayment · va-77 · 650,000 · Bank transfer, BCA recorded by /)],
        ['No. 1', '48,000', '600,000', '2,000'],
      ]),
    )
    expect((await table('Balances')).at(-1)).toEqual(['Total', '1,316,400', '650,000', '0', '666,400'])
  })

  test('of more than is owed, or of ten instalments, is asked for once more with what it would do', async () => {
    const orderNo = await overdue()
    const { user } = await open(orderNo)
    await user.click(await button('Record a repayment'))
    const form = within(await dialog())
    const send = () => user.click(form.getByRole('button', { name: 'Record a repayment' }))
    await user.type(form.getByLabelText('Transaction id'), 'va-78')
    await user.type(form.getByLabelText('Amount'), '1316401')
    await user.selectOptions(form.getByLabelText('Payment method'), 'transfer')
    await send()
    expect(form.getByText(/^IDR 1,316,401 is more than is owed: IDR 1 would be credit/)).toBeTruthy()
    await send()
    expect(form.getByText(/is more than is owed/)).toBeTruthy()
    await user.click(form.getByLabelText('Yes, go on'))
    // Another amount is another question.
    await user.type(form.getByLabelText('Amount'), '0')
    expect(form.queryByLabelText('Yes, go on')).toBeNull()
    await send()
    await user.click(form.getByLabelText('Yes, go on'))
    await send()
    await page.findByText(`Repayment: ${orderNo}`)
  })

  test('of no amount, on a day ahead or before the payout, is refused in words', async () => {
    const { user } = await open(await overdue())
    await user.click(await button('Record a repayment'))
    const form = within(await dialog())
    const send = () => user.click(form.getByRole('button', { name: 'Record a repayment' }))
    fireEvent.change(form.getByLabelText('Day'), { target: { value: addDays(today, 1) } })
    await send()
    expect(form.getByText('The day is in the future')).toBeTruthy()
    expect(form.getAllByText('Required')).toHaveLength(3)
    fireEvent.change(form.getByLabelText('Day'), { target: { value: addDays(from, -1) } })
    await user.type(form.getByLabelText('Amount'), '0')
    await send()
    expect(form.getByText('The day is before the payout')).toBeTruthy()
    expect(form.getByText('Must be greater than zero')).toBeTruthy()
    await user.clear(form.getByLabelText('Amount'))
    await user.type(form.getByLabelText('Amount'), '1000000000001')
    await send()
    expect(form.getByText(/at most 1,000,000,000,000$/)).toBeTruthy()
  })

  test('whose number was used before is refused in the chart’s words, and what was typed stays', async () => {
    const orderNo = await overdue()
    const txid = await paid(orderNo, 1000)
    const { user } = await open(orderNo)
    await user.click(await button('Record a repayment'))
    const form = within(await dialog())
    await user.type(form.getByLabelText('Transaction id'), txid)
    await user.type(form.getByLabelText('Amount'), '5000')
    await user.selectOptions(form.getByLabelText('Payment method'), 'transfer')
    await user.click(form.getByRole('button', { name: 'Record a repayment' }))
    expect(await form.findByText(/transaction id was used before/)).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('Amount').value).toBe('5,000')
  })

  test('is reversed by two people: who asked reads that somebody else decides, and another may', async () => {
    const orderNo = await overdue()
    const txid = await paid(orderNo, 650_000)
    const first = await open(orderNo)
    await first.user.click(await button('Propose a reversal'))
    const form = within(await dialog())
    await first.user.selectOptions(form.getByLabelText('Transaction id'), txid)
    await first.user.type(form.getByLabelText('Reason'), 'It came back')
    await first.user.click(form.getByRole('button', { name: 'Propose a reversal' }))
    await page.findByText(/^The reversal of payment va-LK\d+ of IDR.650,000 on 21 Nov 2026 waits/)
    expect(page.getByText('You asked for it: somebody else has to decide.')).toBeTruthy()
    expect(page.queryByRole('button', { name: 'Confirm the reversal' })).toBeNull()
    first.close()

    const { user } = await open(orderNo, { who: 'financeChecker' })
    expect(page.getByText('You may decide.')).toBeTruthy()
    await user.click(await button('Confirm the reversal'))
    await user.click(within(await dialog()).getByRole('button', { name: 'Confirm the reversal' }))
    await waitFor(async () =>
      expect((await table('Payments')).slice(1)).toEqual([
        [expect.stringMatching(/va-LK\d+ · 650,000 Reversed recorded by/)],
      ]),
    )
    expect(page.getByRole('deletion')).toBeTruthy()
    expect((await table('Balances')).at(-1)).toEqual(['Total', '1,316,400', '0', '0', '1,316,400'])
  })
})

test('somebody who may both ask and decide is told why they cannot do the second', async () => {
  const orderNo = await overdue()
  const txid = await paid(orderNo, 1000)
  const admin = await browser.server().login('admin')
  const version = await versionOf(orderNo)
  await admin.data(loan.proposeReversal, { orderNo, version, txid, reason: 'Typed twice' })
  await open(orderNo, { who: 'admin' })
  const confirm = await button('Confirm the reversal')
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(confirm.getAttribute('aria-describedby')!)?.textContent).toBe(
    'It takes somebody other than who proposed it',
  )
})

test('what a limit in force stands in the way of is barred, and says why', async () => {
  await open(await overdue())
  const writeOff = await button('Propose a write-off')
  expect(writeOff.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(writeOff.getAttribute('aria-describedby')!)?.textContent).toBe(
    'The loan is not overdue for long enough',
  )
})

test('a rollover says every term it was offered with, and where the due day went', async () => {
  const orderNo = await overdue()
  const { user } = await open(orderNo)
  await user.click(await button('Offer a rollover'))
  const form = within(await dialog())
  await user.type(form.getByLabelText('Days'), '14')
  expect(form.getByText(/would be to pay/).textContent).toMatch(
    /^IDR.69,600 .* service fee IDR.36,000, interest IDR.33,600\. .* to 5 Dec 2026\.$/,
  )
  await user.click(form.getByRole('button', { name: 'Offer a rollover' }))
  await user.click(await button('Record the rollover charge'))
  const payment = within(await dialog())
  await user.type(payment.getByLabelText('Transaction id'), 'va-9')
  // 3 % of 1,200,000 and fourteen days at 0.2 %.
  expect(payment.getByLabelText<HTMLInputElement>('Amount').value).toBe('69,600')
  await user.selectOptions(payment.getByLabelText('Payment method'), 'cash')
  await user.click(payment.getByRole('button', { name: 'Record the rollover charge' }))
  await waitFor(async () => expect((await table('Rollovers'))[1]).toEqual(['Transaction id', 'va-9']))
  expect(Object.fromEntries((await table('Rollovers')).slice(1))).toEqual({
    'Transaction id': 'va-9',
    Status: 'Paid',
    'Current interest': '48,000',
    'Rollover service fee': '36,000',
    'Service fee rate': '3%',
    'Rollover interest': '33,600',
    'Interest rate': '0.2% a day',
    'To be paid': '69,600',
    'Moves the due day by': '14 days',
    'Offered until': '28 Nov 2026',
    'Paid on': '21 Nov 2026',
    'Original due date': '9 Nov 2026',
    'New due date': '5 Dec 2026',
  })
  const schedule = (await table('Schedule')).map(([head]) => head)
  expect(schedule[1]).toBe('No. 1 · due on 5 Dec 2026 (originally 9 Nov 2026) Not due yet')
  // Nothing of the machine's own stands in what happened.
  const history = within(await region('Loan history'))
  expect(history.getByText('14 days · until 28 Nov 2026')).toBeTruthy()
})

test('what is left of a loan that was written off is not overdue any more, and was before', async () => {
  const orderNo = await openLoan(browser.server(), { from: addDays(today, -120) })
  await browser.server().settle()
  const [finance, checker] = [await browser.server().login('finance'), await browser.server().login('financeChecker')]
  await finance.data(loan.proposeWriteOff, { orderNo, version: await versionOf(orderNo), reason: 'Nobody is found' })
  await checker.data(loan.confirmWriteOff, { orderNo, version: await versionOf(orderNo) })
  await browser.server().settle()
  const first = await open(orderNo)
  const heads = async () => (await table('Schedule')).map(([head]) => head).filter((head) => head!.startsWith('No. '))
  expect(await heads()).toEqual([expect.stringMatching(/ Written off$/), expect.stringMatching(/ Written off$/)])
  first.close()
  await open(orderNo, { query: '&loanAt=1' })
  expect(await heads()).toEqual([expect.stringMatching(/ Overdue for /), expect.stringMatching(/ Overdue for /)])
})

test('a reduction is asked for by one and approved by another, and says what is to come in', async () => {
  const orderNo = await overdue()
  const asking = await open(orderNo, { who: 'collector' })
  await asking.user.click(await button('Request a reduction'))
  const form = within(await dialog())
  await asking.user.type(form.getByLabelText('Amount'), '20000')
  const payable = (within: typeof form) => textOf(within.getByText('To come in by then').parentElement!)
  expect(payable(form)).toBe('To come in by thenIDR 1,296,400')
  await asking.user.type(form.getByLabelText('Reason'), 'Lost their job')
  await asking.user.click(form.getByRole('button', { name: 'Request a reduction' }))
  await page.findByText(/^A reduction by IDR.20,000, to be paid until 28 Nov 2026/)
  asking.close()

  const { user } = await open(orderNo, { who: 'collectionLead' })
  await user.click(await button('Approve the reduction'))
  const confirmation = within(await dialog())
  expect(confirmation.getByText(/^IDR.20,000$/)).toBeTruthy()
  expect(payable(confirmation)).toBe('To come in by thenIDR 1,296,400')
  await user.click(confirmation.getByRole('button', { name: 'Approve the reduction' }))
  await waitFor(async () =>
    expect(Object.fromEntries((await table('Reductions')).slice(1))['Status']).toBe('Waiting for the reduced amount'),
  )
  expect(Object.fromEntries((await table('Reductions')).slice(1))).toMatchObject({
    Reason: 'Lost their job',
    'To come in by then': '1,296,400',
    'Came in since': '0',
  })
})

describe('a loan as it was', () => {
  test('after a step is without what came later, and every step leads back', async () => {
    const orderNo = await overdue()
    await paid(orderNo, 650_000, firstDue)
    const { user, path } = await open(orderNo)
    // Paid on the due day, it was never overdue.
    expect((await table('Balances')).at(-1)).toEqual(['Total', '1,296,000', '650,000', '0', '646,000'])
    await user.click(within(await region('Loan history')).getByRole('link', { name: 'Eighth day overdue' }))
    await page.findByText(/^Step 4 of \d: Eighth day overdue, System/)
    expect((await table('Balances')).at(-1)).toEqual(['Total', '1,316,400', '0', '0', '1,316,400'])
    expect(page.queryByRole('button', { name: 'Record a repayment' })).toBeNull()
    expect(path()).toBe(`${to.loanOfOrder({ orderNo })}?loanAt=4`)
    await user.click(page.getByRole('link', { name: 'Back to now' }))
    await button('Record a repayment')
  })

  test('at the end of a day is what was known and owed then', async () => {
    const server = browser.server()
    const orderNo = await overdue()
    await paid(orderNo, 100_000)
    const { user } = await open(orderNo)
    fireEvent.change(page.getByLabelText('As of the end of'), { target: { value: addDays(today, -1) } })
    await user.click(page.getByRole('button', { name: 'Show' }))
    // The loan was opened today, whatever the day that its money arrived on.
    expect(page.getByText('Choose a day from the payout on')).toBeTruthy()
    fireEvent.change(page.getByLabelText('As of the end of'), { target: { value: today } })
    await user.click(page.getByRole('button', { name: 'Show' }))
    await page.findByText('As of the end of 21 Nov 2026.')
    expect(page.queryByRole('link', { name: 'Day after' })).toBeNull()
    expect((await table('Balances')).at(-1)).toEqual(['Total', '1,316,400', '100,000', '0', '1,216,400'])
    expect(server.clock.now()).toBe(start)
  })

  test('of a step or a day that there is none of says so', async () => {
    const orderNo = await overdue()
    const { goesTo } = await browser.openAs('finance', { path: `${to.loanOfOrder({ orderNo })}?loanAt=99` })
    expect(await page.findByText(/^There is no loan as of then/)).toBeTruthy()
    await goesTo(`${to.loanOfOrder({ orderNo })}?loanDay=2020-01-01`)
    expect(await page.findByText('There was no loan yet at the end of 1 Jan 2020.')).toBeTruthy()
    await goesTo(`${to.loanOfOrder({ orderNo })}?loanDay=${addDays(today, 1)}`)
    expect(await page.findByText(/^There is no loan as of then/)).toBeTruthy()
  })
})

test('what somebody else does meanwhile is there without asking', async () => {
  const orderNo = await overdue()
  await open(orderNo)
  expect(page.getByText('Nothing was paid yet')).toBeTruthy()
  await paid(orderNo, 48_000)
  browser.server().feed.wake()
  expect(await page.findByRole('table', { name: 'Payments' })).toBeTruthy()
})

describe('the detail of an order', () => {
  const approved = async () => {
    const server = browser.server()
    const orderNo = await waitingOrder(server)
    const reviewer = await server.login('reviewer1')
    const checker = await server.login('reviewer2')
    const terms = { amount: 1_500_000, term: 30, note: '' }
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    await reviewer.data(approval.firstPass, { orderNo, version: 3, ...terms })
    await checker.data(approval.finalClaim, { orderNo, version: 4 })
    await checker.data(approval.finalPass, { orderNo, version: 5, ...terms })
    return orderNo
  }

  test('has its loan for whoever may see it, or that there is none yet', async () => {
    const orderNo = await approved()
    const { close } = await browser.openAs('admin', { path: to.approveDetail({ orderNo }) })
    expect(within(await region('Loan account')).getByText('No loan yet')).toBeTruthy()
    close()
    await browser.openAs('reviewLead', { path: to.approveDetail({ orderNo }) })
    await region('History')
    expect(page.queryByRole('region', { name: 'Loan account' })).toBeNull()
  })
})

test('the way of a loan through its chart is marked in each of its regions, and only where it went', async () => {
  const drawing = http.get('*/docs/en/loan.svg', async () => {
    const svg = await readFile(join(import.meta.dirname, '../../../docs/statecharts/en/loan.svg'), 'utf8')
    return new HttpResponse(svg, { headers: { 'content-type': 'image/svg+xml' } })
  })
  browser.network.use(drawing)
  const orderNo = await overdue()
  const { user } = await open(orderNo, { who: 'collector' })
  await user.click(await button('Request a reduction'))
  const form = within(await dialog())
  await user.type(form.getByLabelText('Amount'), '20000')
  await user.type(form.getByLabelText('Reason'), 'Lost their job')
  await user.click(form.getByRole('button', { name: 'Request a reduction' }))
  const chart = await region('Chart of the process: the way it went and where it is')
  const marked = (selector: string) =>
    [...chart.querySelectorAll<SVGGElement>(selector)].map(({ id }) => id.replace(/^\w+\./, '')).toSorted()
  await waitFor(() =>
    expect(marked('.node[data-course=current]')).toEqual([
      'open.proposal.none',
      'open.reduction.requested',
      'open.rollover.none',
      'open.settlement.overdue.late',
    ]),
  )
  const ways = [...chart.querySelectorAll<SVGGElement>('.edge[data-course]')].map(
    ({ dataset: { from, to: end } }) => `${from} ${end}`,
  )
  // Nothing was paid: the loops of payments are not among them, though the settlement stayed where it was meanwhile.
  expect(ways.toSorted()).toEqual([
    'new open.settlement.current',
    'open.reduction.none open.reduction.requested',
    'open.settlement.current open.settlement.due',
    'open.settlement.due open.settlement.overdue.early',
    'open.settlement.overdue.early open.settlement.overdue.late',
  ])
})

// The last of this file: it leaves the clock on another day.
test('a form that is open when another day begins takes that day, and keeps what was typed', async () => {
  const { clock, settle } = browser.server()
  clock.advance(dayEnd(today) - clock.now())
  const orderNo = await openLoan(browser.server(), { from: addDays(today, -20) })
  await settle()
  const { user } = await open(orderNo)
  await user.click(await button('Record a repayment'))
  const form = within(await dialog())
  await user.type(form.getByLabelText('Transaction id'), 'after-midnight')
  await user.type(form.getByLabelText('Amount'), '1000')
  await user.selectOptions(form.getByLabelText('Payment method'), 'transfer')
  clock.advance(1)
  await settle()
  await form.findByText(/^Fell overdue/)
  const tomorrow = addDays(today, 1)
  fireEvent.change(form.getByLabelText('Day'), { target: { value: tomorrow } })
  await user.click(form.getByRole('button', { name: 'Record a repayment' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  const [last] = (await browser.server().server.store.history(`loan/${orderNo}`)).toReversed()
  expect(factOf(last!)).toMatchObject({ type: 'repaid', txid: 'after-midnight', day: tomorrow, amount: 1000 })
})
