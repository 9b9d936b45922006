import { screen as page, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as approval from '../../../src/services/approval.ts'
import * as intake from '../../../src/services/intake.ts'
import type { TestApp } from '../../kit/app.ts'
import { customer } from '../../kit/application.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { aBrowser } from '../browser.tsx'
import { feed, lineTo } from '../line.ts'

const browser = aBrowser()
beforeAll(() => browser.server().feed.start())
afterEach(() => browser.network.resetHandlers())

const waiting = async (more: Parameters<TestApp['apply']>[0] = {}) => {
  const orderNo = await browser.server().apply({ customer: passingCustomer(), amount: 2_000_000, term: 30, ...more })
  await browser.server().settle()
  return orderNo
}

const open = async (orderNo: string, who = 'reviewer1') => {
  const window = await browser.openAs(who, { path: to.approveDetail({ orderNo }) })
  await page.findByRole('heading', { name: orderNo })
  return window
}

const button = (name: string) => page.findByRole('button', { name })
const form = () => page.findByRole('dialog')
const events = async (orderNo: string) => {
  const lead = await browser.server().login('reviewLead')
  const { history } = await lead.data(approval.detail, { orderNo })
  return history.map(({ type }) => type)
}

const viewings = async (orderNo: string) => {
  const rows = await browser
    .server()
    .db.sql.selectFrom('audit')
    .select('data')
    .where('type', '=', 'documentViewed')
    .where('subject', '=', `approval/${orderNo}`)
    .orderBy('pos')
    .execute()
  return rows.map(({ data }) => (JSON.parse(data) as { kind: string }).kind)
}

const held = async (more: Parameters<TestApp['apply']>[0] = {}) => {
  const orderNo = await waiting(more)
  const window = await open(orderNo)
  await window.user.click(await button('Take'))
  await button('Pass')
  return { orderNo, ...window }
}

/** The lead gives the application to somebody else meanwhile. */
const reassign = async (orderNo: string) => {
  const lead = await browser.server().login('reviewLead')
  const { order } = await lead.data(approval.detail, { orderNo })
  const { reviewers } = await lead.data(approval.reviewers, { stage: 'first' })
  const other = reviewers.find(({ id }) => id !== order.holder)!
  await lead.data(approval.firstReassign, { orderNo, version: order.version, to: other.id })
  return other
}

describe('somebody who does not hold it', () => {
  test('sees people masked, documents closed, and how to open them', async () => {
    const orderNo = await waiting({ customer: customer({ name: 'Sri Wahyuni', phone: '081234567890' }) })
    const { user } = await open(orderNo)
    expect(await page.findByText(/Take this application to see them/)).toBeTruthy()
    const applicant = page.getByRole('region', { name: 'Applicant' })
    expect(within(applicant).getByText('S*** W***')).toBeTruthy()
    expect(within(applicant).queryByText('+6281234567890')).toBeNull()

    await user.click(await button('Take'))
    expect(await within(applicant).findByText('Sri Wahyuni')).toBeTruthy()
    expect(within(applicant).getByText('+6281234567890')).toBeTruthy()
    expect(await page.findByText(`Taken for first review: ${orderNo}`)).toBeTruthy()
  })

  test('can reach what they may not do, and reads why', async () => {
    const { orderNo, user } = await held()
    const other = await reassign(orderNo)
    await page.findByText(`Held by ${other.name}`)
    const pass = await button('Pass')
    expect(pass.getAttribute('aria-disabled')).toBe('true')
    pass.focus()
    expect(document.activeElement).toBe(pass)
    const reason = 'Only the reviewer who holds this application can do this'
    expect(document.getElementById(pass.getAttribute('aria-describedby')!)?.textContent).toBe(reason)
    await user.click(pass)
    expect(page.queryByRole('dialog')).toBeNull()
  })
})

describe('what else a reviewer should know', () => {
  test('a rule that hit says every value that it looked at, and the applicant’s own to whoever holds it', async () => {
    const employment = { ...passingCustomer().employment, monthlyIncome: 1_900_000 }
    const orderNo = await waiting({ customer: passingCustomer({ employment }) })
    const { user } = await open(orderNo)
    const machine = await page.findByRole('region', { name: 'Machine review' })
    const hits = () =>
      within(machine)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))
    expect(hits()).toContain('Income too low Masked')
    expect(hits()).toContain('Amount too high for the income Applied amountIDR 2,000,000Monthly incomeMasked')
    await user.click(await button('Take'))
    await waitFor(() => expect(hits()).toContain('Income too low IDR 1,900,000'))
    expect(hits()).toContain('Amount too high for the income Applied amountIDR 2,000,000Monthly incomeIDR 1,900,000')
  })

  test('other customers with the same account lead to their applications', async () => {
    const bank = { name: 'BCA', account: '4440001112', holder: 'Sri Wahyuni' }
    const other = await waiting({ customer: passingCustomer({ bank, name: 'Dewi Lestari', phone: '081200000001' }) })
    const orderNo = await waiting({ customer: passingCustomer({ bank, phone: '081200000002' }) })
    const { user } = await open(orderNo)
    const shared = await page.findByRole('region', { name: 'Shared with other customers' })
    expect(within(shared).getByRole('heading', { name: 'Same bank account' })).toBeTruthy()
    expect(within(shared).getByText('*******112')).toBeTruthy()
    expect(within(shared).getAllByText(/D\*\*\* L\*\*\*/).length).toBeGreaterThan(0)
    await user.click(within(shared).getAllByRole('link', { name: other })[0]!)
    await page.findByRole('heading', { name: other })
  })

  test('after a resubmission it is said what was asked for and what came otherwise', async () => {
    const server = browser.server()
    const someone = passingCustomer()
    const orderNo = await waiting({ customer: someone })
    const lender = await server.login('reviewer1')
    const { order } = await lender.data(approval.detail, { orderNo })
    const claimed = await lender.data(approval.firstClaim, { orderNo, version: order.version })
    const returning = { reason: 'incomeUnclear' as const, mend: ['employment' as const], note: '' }
    await lender.data(approval.firstReturn, { orderNo, version: claimed.version, ...returning })
    await server.customerApp.data(
      intake.resubmit,
      {
        orderNo,
        customer: { ...someone, employment: { ...someone.employment, employer: 'Warung Baru' } },
        documents: [],
      },
      { key: orderNo },
    )
    await server.settle()
    const { user } = await open(orderNo)
    await user.click(await button('Take'))
    const mended = await page.findByRole('region', { name: 'What the customer changed' })
    const changed = await within(mended).findByRole('row', { name: 'Employer Toko Maju Warung Baru' })
    expect(changed).toBeTruthy()
    expect(within(mended).getAllByRole('row')).toHaveLength(2)
  })
})

describe('the holder', () => {
  test('opens a document and sees it large, turned and beside another', async () => {
    const pixels = await sharp({ create: { width: 8, height: 5, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const image = pixels.toString('base64')
    const { orderNo, user } = await held({
      documents: [
        { kind: 'idFront', image },
        { kind: 'handheld', image },
      ],
    })
    expect(await viewings(orderNo)).toEqual([])
    await user.click(await button('ID card, front'))
    const dialog = await form()
    const picture = await within(dialog).findByRole('img', { name: 'ID card, front' })
    expect(picture.getAttribute('src')).toMatch(/^data:image\/webp;base64,/)
    expect(await viewings(orderNo)).toEqual(['idFront'])

    await user.keyboard('+r')
    expect(picture.style.transform).toMatch(/scale\(1.25\) rotate\(90deg\)/)
    await user.keyboard('0')
    expect(picture.style.transform).toMatch(/scale\(1\) rotate\(0deg\)/)

    await user.click(within(dialog).getByLabelText('Two side by side'))
    const second = within(dialog).getByRole('region', { name: 'Second document' })
    expect(await within(second).findByRole('img', { name: 'Photo holding the ID card' })).toBeTruthy()
    expect(await viewings(orderNo)).toEqual(['idFront', 'handheld'])

    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  })

  test('passes it with the terms as applied for, or less', async () => {
    const { orderNo, user } = await held()
    await user.click(await button('Pass'))
    const dialog = await form()
    const amount = within(dialog).getByLabelText('Amount')
    expect(document.activeElement).toBe(amount)
    expect(amount).toHaveProperty('value', '2,000,000')
    expect(within(dialog).getByLabelText('Term')).toHaveProperty('value', '30')
    const limits = within(dialog).getByText('Limits of the product').nextSibling
    expect(limits?.textContent).toMatch(/^IDR.500,000 – IDR.3,000,000$/)

    await user.clear(amount)
    await user.type(amount, '9000000')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(within(dialog).getByText(/no more than was applied for/)).toBeTruthy()
    expect(await events(orderNo)).not.toContain('firstPassed')

    await user.clear(amount)
    await user.type(amount, '1500000')
    expect(amount).toHaveProperty('value', '1,500,000')
    await user.type(within(dialog).getByLabelText(/^Note/), 'Income supports less')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(await page.findByText('Waiting for final review')).toBeTruthy()
    const history = page.getByRole('region', { name: 'History' })
    expect(within(history).getAllByRole('listitem')[0]?.textContent).toMatch(
      /Passed first review.*IDR.1,500,000 · 30 days.*Income supports less/,
    )
  })

  test('leaves a form with Escape and finds the button again', async () => {
    const { user } = await held()
    await user.click(await button('Reject'))
    await form()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(page.getByRole('button', { name: 'Reject' })))
  })

  test('finds a form as it was typed after another page was looked at, or too many, and gives it up at its button', async () => {
    const others: string[] = []
    for (let n = 0; n < 13; n += 1) others.push(await waiting())
    const { orderNo, user, goesTo } = await held()
    const note = async () => within(await form()).getByLabelText(/^Note/)
    await user.click(await button('Reject'))
    await user.type(await note(), 'half a sentence')
    await user.keyboard('{Escape}')
    expect(page.queryByRole('dialog')).toBeTruthy()

    for (const meanwhile of [[to.dashboard()], others.map((other) => to.approveDetail({ orderNo: other }))]) {
      for (const path of meanwhile) await goesTo(path)
      await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
      await goesTo(to.approveDetail({ orderNo }))
      expect(await note()).toHaveProperty('value', 'half a sentence')
      expect(within(await form()).getByRole('button', { name: 'Reject' })).toBeTruthy()
    }

    await user.click(within(await form()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await user.click(await button('Reject'))
    expect(await note()).toHaveProperty('value', '')
  })

  test('is told what is missing before anything is sent', async () => {
    const { user } = await held()
    const keys = lineTo(browser, approval.firstReturn).keys()
    await user.click(await button('Return to customer'))
    const dialog = await form()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(within(dialog).getAllByText('Required')).toHaveLength(2)
    expect(keys).toEqual([])

    await user.selectOptions(within(dialog).getByLabelText('Reason'), 'A document cannot be read')
    await user.click(within(dialog).getByLabelText('ID card, front'))
    await user.click(within(dialog).getByRole('button', { name: 'Return to customer' }))
    await page.findByText(/^To be mended: ID card, front$/)
    expect(keys).toHaveLength(1)
  })
})

test('why it came back is said until it is passed again', async () => {
  const orderNo = await waiting()
  const [first, second] = [await browser.server().login('reviewer1'), await browser.server().login('reviewer2')]
  const pass = (version: number) => first.data(approval.firstPass, { orderNo, version, amount: 1_000_000, term: 30 })
  await first.data(approval.firstClaim, { orderNo, version: 2 })
  await pass(3)
  await second.data(approval.finalClaim, { orderNo, version: 4 })
  await second.data(approval.finalSendBack, { orderNo, version: 5, reason: 'amountTooHigh' })
  await open(orderNo)
  const verdict = () => page.queryByRole('region', { name: 'Last decision' })
  await waitFor(() => expect(verdict()?.textContent).toContain('The amount is too high'))
  expect(verdict()?.textContent).toMatch(/Sent back to first review.*Final review · Round 1/)
  await first.data(approval.firstClaim, { orderNo, version: 6 })
  await pass(7)
  await waitFor(() => expect(verdict()?.textContent).toMatch(/Passed first review.*First review · Round 2/))
  expect(verdict()?.textContent).not.toContain('The amount is too high')
})

describe('when somebody else acts', () => {
  test('the open form says who, keeps what was typed, and cannot be sent', async () => {
    const { orderNo, user } = await held()
    await user.click(await button('Reject'))
    const dialog = await form()
    await user.type(within(dialog).getByLabelText(/^Note/), 'half a sentence')
    expect(within(dialog).getByText('15 / 1,000')).toBeTruthy()
    await reassign(orderNo)
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(
      /First review reassigned by Ruth Manurung, .*Only the reviewer who holds/,
    )
    expect(within(dialog).getByLabelText(/^Note/)).toHaveProperty('value', 'half a sentence')
    const reject = () => within(dialog).getByRole('button', { name: 'Reject' })
    expect(reject().getAttribute('aria-disabled')).toBe('true')
    await user.click(reject())
    await user.type(within(dialog).getByLabelText(/^Note/), '{Control>}{Enter}{/Control}')
    expect(await events(orderNo)).not.toContain('firstRejected')
  })

  test('and the feed is slower than the click, the refusal says who was first', async () => {
    const orderNo = await waiting()
    const { user } = await open(orderNo)
    await button('Take')
    const claimed = lineTo(browser, approval.firstClaim).hold()
    await user.click(await button('Take'))
    const lead = await browser.server().login('reviewLead')
    const { order } = await lead.data(approval.detail, { orderNo })
    const { reviewers } = await lead.data(approval.reviewers, { stage: 'first' })
    await lead.data(approval.firstAssign, { orderNo, version: order.version, to: reviewers.at(-1)!.id })
    claimed()
    expect(await page.findByText(new RegExp(`${orderNo}: Assigned for first review by .*, 21 Nov 2026`))).toBeTruthy()
    await page.findByText(`Held by ${reviewers.at(-1)!.name}`)
  })
})

describe('when the line is bad', () => {
  const rejecting = async () => {
    lineTo(browser, feed).cut()
    const { orderNo, user } = await held()
    await user.click(await button('Reject'))
    const dialog = await form()
    await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Suspected fraud')
    const line = lineTo(browser, approval.firstReject)
    line.loseAnswer()
    const submit = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Reject' })
    return { orderNo, user, dialog, submit, keys: line.keys() }
  }

  test('a lost answer is asked for again under the same key, and the event is there once', async () => {
    const { orderNo, user, dialog, submit, keys } = await rejecting()
    lineTo(browser, approval.detail).cut()
    await user.click(submit)
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(/will not be recorded twice/)
    expect(await events(orderNo)).toContain('firstRejected')

    await user.click(submit)
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(await page.findByText(`Rejected at first review: ${orderNo}`)).toBeTruthy()
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect((await events(orderNo)).filter((type) => type === 'firstRejected')).toHaveLength(1)
  })

  test('so it is when the record shows meanwhile that it was done: nothing says that it cannot be', async () => {
    const { orderNo, user, dialog, submit, keys } = await rejecting()
    await user.click(submit)
    await page.findByText('Rejected at first review', { selector: '.detail-standing *' })
    expect(
      within(dialog)
        .getAllByRole('alert')
        .map((one) => one.textContent),
    ).toEqual([expect.stringMatching(/will not be recorded twice/)])
    await user.click(submit)
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(await page.findByText(`Rejected at first review: ${orderNo}`)).toBeTruthy()
    expect(new Set(keys).size).toBe(1)
    expect((await events(orderNo)).filter((type) => type === 'firstRejected')).toHaveLength(1)
  })

  test('whoever leaves meanwhile is told all the same, and nothing stays pending', async () => {
    const { orderNo, user, goesTo } = await held()
    const release = lineTo(browser, approval.firstRelease).hold()
    const keys = lineTo(browser, approval.firstRelease).keys()
    await user.click(await button('Release'))
    await goesTo(to.reviewFirstWait())
    await page.findByRole('table')
    await goesTo(to.approveDetail({ orderNo }))
    await user.click(await button('Release'))
    await goesTo(to.reviewFirstWait())
    release()
    expect(await page.findByText(`First review released: ${orderNo}`)).toBeTruthy()
    expect(keys).toHaveLength(1)
    await goesTo(to.approveDetail({ orderNo }))
    expect((await button('Take')).className).not.toMatch(/loading/)
  })
})
