import { screen as page, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as payout from '../../../src/services/payout.ts'
import { userInfo } from '../../../src/services/user.ts'
import type { Caller } from '../../kit/app.ts'
import { approvedOrder, payoutCall, send } from '../../kit/payouts.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()

const textOf = ({ textContent }: Element) => textContent.replaceAll(/\s+/g, ' ').trim()
/** A step line by line: what, who, and its particulars. */
const toldIn = (step: Element) => [...step.children].map(textOf).map((line) => line.replace(/ · 21 Nov 2026, .*$/, ''))
const nameOf = async (caller: Caller) => (await caller.data(userInfo, { token: caller.token })).name

/** Sent to a closed account, and then to another one through another channel, each with evidence and by two people. */
const sentAgain = async () => {
  const server = browser.server()
  const [maker, checker] = [await server.login('finance'), await server.login('financeChecker')]
  const orderNo = await approvedOrder(server, '11')
  await send(server, maker, checker, orderNo)
  server.clock.advance(20_000)
  await server.settle()
  await payoutCall(server, maker, payout.changeChannel, orderNo, {
    channel: 'merapi',
    evidence: 'letter 12 of Samudra',
  })
  await send(server, maker, checker, orderNo)
  return { orderNo, maker: await nameOf(maker), checker: await nameOf(checker) }
}

test('the detail of an order tells what happened to its payout, with the evidence that it was changed on', async () => {
  const { orderNo, maker, checker } = await sentAgain()
  await browser.openAs('finance', { path: to.approveDetail({ orderNo }) })
  const history = await page.findByRole('region', { name: 'Payout history' })
  const [first, second] = [`${orderNo}-P1`, `${orderNo}-P2`]
  const amount = 'IDR 1,410,000'
  expect(within(history).getAllByRole('listitem').map(toldIn)).toEqual([
    ['Accepted by the provider', 'System', `Merapi · ${second}`, 'Being processed'],
    ['Approved', checker, `${amount} · Merapi · ${second}`, 'BCA *******811'],
    ['Other channel proposed', maker, 'Samudra → Merapi', 'Evidence', 'letter 12 of Samudra'],
    ['Failed', 'System', `Samudra · ${first} · ACCOUNT_CLOSED`, 'The account is closed'],
    ['Accepted by the provider', 'System', `Samudra · ${first}`, 'Being processed'],
    ['Approved', checker, `${amount} · Samudra · ${first}`, 'BCA *******811'],
    ['Submitted', maker, amount],
    ['Opened', 'System', `${amount} · Samudra`, 'BCA *******811'],
  ])
  expect(within(history).getAllByRole('button', { name: /^Show: Account, Approved, 21 Nov 2026/ })).toHaveLength(2)
})

test('another account that was proposed stands beside the one before it, masked, and so does why it was refused', async () => {
  const server = browser.server()
  const [maker, checker] = [await server.login('finance'), await server.login('financeChecker')]
  const orderNo = await approvedOrder(server)
  const input = { bank: 'BNI', account: '5550001190', evidence: 'sent by the customer' }
  await payoutCall(server, maker, payout.changeAccount, orderNo, input)
  await payoutCall(server, checker, payout.refuse, orderNo, { reason: 'ask the customer' })
  await browser.openAs('reviewLead', { path: to.approveDetail({ orderNo }) })
  const history = await page.findByRole('region', { name: 'Payout history' })
  expect(within(history).getAllByRole('listitem').slice(0, 2).map(toldIn)).toEqual([
    ['Refused', await nameOf(checker), 'ask the customer'],
    [
      'Other account proposed',
      await nameOf(maker),
      'Old account BCA *******890',
      'New account BNI *******190',
      'Evidence',
      'sent by the customer',
    ],
  ])
})
