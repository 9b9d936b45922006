import { fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { to } from '../../../src/machines/paths.ts'
import * as loan from '../../../src/services/loan.ts'
import * as payout from '../../../src/services/payout.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { approvedOrder, approveOrder, payoutCall, send } from '../../kit/payouts.ts'
import { aBrowser } from '../browser.tsx'

const day = 24 * 3_600_000
const browser = aBrowser()
beforeAll(() => browser.server().feed.start())

const later = async (ms: number) => {
  browser.server().clock.advance(ms)
  await browser.server().settle()
}
const today = () => businessDay(browser.server().clock.now())
const desk = async () => ({
  maker: await browser.server().login('finance'),
  checker: await browser.server().login('financeChecker'),
})

/** Its money was sent on one day to an account that was closed, arrived on the next by another channel, and something was repaid on the one after. */
const paidOutLate = async () => {
  const server = browser.server()
  const first = today()
  const orderNo = await approvedOrder(server, '11')
  const early = await desk()
  await send(server, early.maker, early.checker, orderNo)
  await later(20_000)
  await later(day)
  const { maker, checker } = await desk()
  await payoutCall(server, maker, payout.changeChannel, orderNo, {
    channel: 'merapi',
    evidence: 'letter 12 of Samudra',
  })
  await send(server, maker, checker, orderNo)
  await later(20_000)
  await repaidOnNextDay(orderNo)
  return { orderNo, first, second: addDays(first, 1) }
}

/** Its money arrived on the day that it was approved on, and something was repaid on the next. */
const paidOutAtOnce = async () => {
  const server = browser.server()
  const first = today()
  const orderNo = await approvedOrder(server)
  const { maker, checker } = await desk()
  await send(server, maker, checker, orderNo)
  await later(20_000)
  await repaidOnNextDay(orderNo)
  return { orderNo, first }
}

const repaidOnNextDay = async (orderNo: string) => {
  await later(day)
  const { maker } = await desk()
  const version = await browser.server().server.store.version(`loan/${orderNo}`)
  await maker.data(loan.record, { orderNo, version, txid: `va-${orderNo}`, day: today(), amount: 100_000 })
}

const region = (name: string) => page.findByRole('region', { name })
const button = (name: string) => page.findByRole('button', { name })
const lineOf = (step: Element) => step.querySelector('p')!.textContent
const open = async (orderNo: string, query = '', who = 'admin') => {
  const window = await browser.openAs(who, { path: to.approveDetail({ orderNo }) + query })
  await page.findByRole('heading', { name: orderNo, level: 1 })
  return window
}
const inWords = (text: string) =>
  new Date(`${text}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Where a payout and its loan stand, as their headings say. */
const standing = async () => ({
  payout: within(await region('Payout')).getByText(/^(Paid out|Failed|Waiting|Being checked)$/, { ignore: 'td *' })
    .textContent,
  loan: [...(page.queryByRole('heading', { name: /^Loan of / })?.parentElement?.querySelectorAll('[class*=tag]') ?? [])]
    .map(({ textContent }) => textContent)
    .join(),
})
const nothingPaid = () => page.findByText('Nothing was paid yet')
const nothingCanBeDone = () => {
  expect(page.queryByRole('button', { name: 'Record a repayment' })).toBeNull()
  expect(page.queryByRole('button', { name: 'Change channel' })).toBeNull()
}

describe('an order’s money as it was', () => {
  test('at the end of a day before its loan is the payout as it stood then, and no loan yet', async () => {
    const { orderNo, first } = await paidOutLate()
    const { user, isAt } = await open(orderNo)
    await button('Record a repayment')
    const history = await region('Payout history')
    await user.click(within(history).getByRole('link', { name: 'Failed' }))
    await isAt(`${to.approveDetail({ orderNo })}?loanDay=${first}`)
    await page.findByText(`There was no loan yet at the end of ${inWords(first)}.`)
    await page.findByText(`As of the end of ${inWords(first)}.`)
    expect(await standing()).toEqual({ payout: 'Failed', loan: '' })
    nothingCanBeDone()
    // What came later is still there to go to, and says so.
    const steps = within(await region('Payout history')).getAllByRole('listitem')
    expect(steps.map((step) => [step.querySelector('strong')!.textContent, / · later$/m.test(lineOf(step))])).toEqual([
      ['Arrived', true],
      ['Accepted by the provider', true],
      ['Approved', true],
      ['Other channel proposed', true],
      ['Failed', false],
      ['Accepted by the provider', false],
      ['Approved', false],
      ['Submitted', false],
      ['Opened', false],
    ])
    await user.click(within(await region('Payout')).getByRole('link', { name: 'Back to now' }))
    await isAt(to.approveDetail({ orderNo }))
    await button('Record a repayment')
    await waitFor(async () => expect(await standing()).toEqual({ payout: 'Paid out', loan: 'Current' }))
  })

  test('at the end of a later day is the payout and the loan of that day, and the loan’s own control chooses it', async () => {
    const { orderNo, second } = await paidOutLate()
    const { user, isAt } = await open(orderNo)
    await region('Payments')
    expect(page.queryByText('Nothing was paid yet')).toBeNull()
    fireEvent.change(page.getByLabelText('As of the end of'), { target: { value: second } })
    await user.click(page.getByRole('button', { name: 'Show' }))
    await isAt(`${to.approveDetail({ orderNo })}?loanDay=${second}`)
    await nothingPaid()
    // The loan says it in its banner, and the payout in its heading.
    await waitFor(() => expect(page.getAllByText(`As of the end of ${inWords(second)}.`)).toHaveLength(2))
    expect(await standing()).toEqual({ payout: 'Paid out', loan: 'Current' })
    nothingCanBeDone()
  })

  test('after a step of the loan is the payout of that instant', async () => {
    const { orderNo } = await paidOutLate()
    await open(orderNo, '?loanAt=1')
    await page.findByText(/^Step 1 of 2: Paid out/)
    expect(within(await region('Payout')).getByText(/^As it was on /)).toBeTruthy()
    expect(await standing()).toEqual({ payout: 'Paid out', loan: 'Current' })
    await nothingPaid()
    nothingCanBeDone()
  })

  test('is for whoever may not see the loan the payout alone', async () => {
    const { orderNo, first } = await paidOutLate()
    await open(orderNo, `?loanDay=${first}`, 'reviewLead')
    expect(await standing()).toEqual({ payout: 'Failed', loan: '' })
    expect(page.queryByText(/^There was no loan/)).toBeNull()
  })
})

describe('an approval', () => {
  const refusal = (undo: HTMLElement) =>
    document.getElementById(undo.getAttribute('aria-describedby') ?? '')?.textContent

  test('can be undone while the money waits, and no more once it is sent, which is said', async () => {
    const server = browser.server()
    const orderNo = await approvedOrder(server)
    await open(orderNo, '', 'reviewLead')
    expect((await button('Undo approval')).getAttribute('aria-disabled')).not.toBe('true')
    const { maker, checker } = await desk()
    await send(server, maker, checker, orderNo)
    await waitFor(async () =>
      expect(refusal(await button('Undo approval'))).toBe('The payout must not have been sent yet'),
    )
    expect((await button('Undo approval')).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('beside an application as it was', () => {
  test('stand its payout and its loan as of the end of that day', async () => {
    const { orderNo, first } = await paidOutAtOnce()
    const { user, isAt } = await open(orderNo, '?at=6')
    await page.findByText(/^Step 6 of 6: Approved at final review/)
    await nothingPaid()
    await waitFor(() => expect(page.getAllByText(`As of the end of ${inWords(first)}.`)).toHaveLength(2))
    expect(await standing()).toEqual({ payout: 'Paid out', loan: 'Current' })
    nothingCanBeDone()
    // One moment at a time: another day of the loan leaves the application as it is now.
    await user.click(page.getByRole('link', { name: 'Day after' }))
    await isAt(`${to.approveDetail({ orderNo })}?loanDay=${addDays(first, 1)}`)
    await button('Undo approval')
    await user.click(within(await region('History')).getByRole('link', { name: 'Passed first review' }))
    await isAt(`${to.approveDetail({ orderNo })}?at=4`)
    await nothingPaid()
  })

  test('it is said when there was no loan yet', async () => {
    const { orderNo, first } = await paidOutLate()
    await open(orderNo, '?at=6')
    await page.findByText(`There was no loan yet at the end of ${inWords(first)}.`)
    expect(await standing()).toEqual({ payout: 'Failed', loan: '' })
  })

  test('it is said when there was no payout yet', async () => {
    const first = today()
    const orderNo = await waitingOrder(browser.server())
    await later(day)
    await approveOrder(browser.server(), orderNo)
    await open(orderNo, '?at=2')
    expect(within(await region('Payout')).getByText('There was no payout yet.')).toBeTruthy()
    expect(within(await region('Payout')).getByText(`As of the end of ${inWords(first)}.`)).toBeTruthy()
    expect(within(await region('Loan account')).getByText('No loan yet')).toBeTruthy()
  })
})
