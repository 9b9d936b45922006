import { randomUUID } from 'node:crypto'
import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { to } from '../../../src/machines/paths.ts'
import { agencies } from '../../../src/services/collectionGroup.ts'
import { ofOrder, propose } from '../../../src/services/placement.ts'
import { contact, dispatch, holders } from '../../../src/services/recoveryCase.ts'
import { openLoan } from '../../kit/loans.ts'
import { base64, photo } from '../../kit/photo.ts'
import { approvedTemplate, demoSender } from '../../kit/smsTemplates.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

/** A case whose loan is one day overdue, opened by a collector unless by somebody else. */
const opened = async (role = 'collector') => {
  const app = browser.server()
  const orderNo = await openLoan(app, { from: addDays(businessDay(app.clock.now()), -21) })
  await app.settle()
  await browser.openAs(role, { path: to.collectionDetail({ type: 'post', orderNo }), language: 'en' })
  return orderNo
}

test('a collector asks for a reduction and offers a rollover on the case itself', async () => {
  const orderNo = await opened()
  await userEvent.click(await page.findByRole('button', { name: 'Request a reduction' }))
  const form = within(await page.findByRole('dialog', { name: /reduction/i }))
  await userEvent.type(form.getByLabelText('Amount'), '1000')
  await userEvent.type(form.getByLabelText('Reason'), 'hardship')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const reductions = within(await page.findByRole('region', { name: 'Reductions' }))
  await reductions.findByText('Waiting for a decision')
  expect((await browser.server().server.store.existing(`loan/${orderNo}`)).context.reduction).toMatchObject({
    amount: 1000,
    reason: 'hardship',
  })
  expect(page.getByRole('button', { name: 'Offer a rollover' })).toBeTruthy()
  expect(page.getByRole('table', { name: 'Schedule' })).toBeTruthy()
  // Money is booked elsewhere.
  expect(page.queryByRole('button', { name: 'Record a payment' })).toBeNull()
})

test.each([
  ['collector', 'Open only to the holder of the case, while they may work on it.'],
  ['collectionLead', undefined],
])('the documents of the case are shown to the role that has the right: %s', async (role, closed) => {
  const app = browser.server()
  const documents = [{ kind: 'handheld' as const, image: base64(await photo()) }]
  const orderNo = await openLoan(app, { from: addDays(businessDay(app.clock.now()), -21) }, [{ documents }])
  await app.settle()
  await browser.openAs(role, { path: to.collectionDetail({ type: 'post', orderNo }), language: 'en' })
  await page.findByRole('region', { name: 'What happened' })
  if (closed) within(await page.findByRole('region', { name: 'Documents' })).getByText(closed)
  expect(page.queryAllByRole('region', { name: 'Documents' })).toHaveLength(closed ? 1 : 0)
})

test('a collector sends one message from the case', async () => {
  const template = await approvedTemplate(browser.server())
  await opened()
  const messages = within(await page.findByRole('region', { name: 'Text messages' }))
  await userEvent.click(await messages.findByRole('button', { name: 'Send a text message' }))
  const form = within(await page.findByRole('dialog', { name: /text message/i }))
  // Templates and senders are asked for apart, and either may come first.
  await form.findByRole('option', { name: demoSender })
  await waitFor(() =>
    expect([...form.getByLabelText<HTMLSelectElement>('Template')]).toContainEqual(
      expect.objectContaining({ value: template }),
    ),
  )
  await userEvent.selectOptions(form.getByLabelText('Template'), template)
  await userEvent.selectOptions(form.getByLabelText('Sender'), demoSender)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect((await messages.findAllByText(/Queued|Sent/)).length).toBeGreaterThan(0)
})

test.each([
  ['collector', ['No hold (only the lead holds an open case)'], 'none', false],
  ['collectionLead', ['No hold', '3 days', '7 days', '14 days'], '7', true],
])('a complaint is listed on its case; %s is offered these holds: %s', async (role, offered, chosen, rests) => {
  const orderNo = await opened(role)
  await userEvent.click(await page.findByRole('button', { name: 'Record a complaint' }))
  const form = within(await page.findByRole('dialog', { name: /complaint/i }))
  await userEvent.selectOptions(form.getByLabelText('Complained of'), 'hours')
  await userEvent.selectOptions(form.getByLabelText('Channel'), 'letter')
  await userEvent.type(form.getByLabelText('What the customer says'), 'Called on a Sunday')
  const [, ...holds] = [...form.getByLabelText<HTMLSelectElement>('Hold')].map(({ text }) => text)
  expect(holds).toEqual(offered)
  await userEvent.selectOptions(form.getByLabelText('Hold'), chosen)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const listed = within(page.getByRole('region', { name: 'Complaints' }))
  await listed.findByText('Called on a Sunday')
  expect(listed.queryAllByText(/Case put on hold/)).toHaveLength(rests ? 1 : 0)
  const { value } = await browser.server().server.store.existing(`recoveryCase/${orderNo}`)
  expect(JSON.stringify(value).includes('held')).toBe(rests)
})

test('a visit is told with its proof, on the form that V opens, and the history shows both', async () => {
  const app = browser.server()
  const orderNo = await openLoan(app, { from: addDays(businessDay(app.clock.now()), -21) })
  await app.settle()
  const lead = await app.login('collectionLead')
  const { id } = await app.login('collector')
  await lead.data(dispatch, { orderNo, version: 1, holder: id })
  const contacted = { type: 'contacted', by: id, at: app.clock.now(), attempt: 'visit 1', channel: 'visit' } as const
  await app.server.store.send({
    stream: `recoveryCase/${orderNo}`,
    event: contacted,
    via: contact.interface,
    key: randomUUID(),
  })
  await browser.openAs('collector', { path: to.collectionDetail({ type: 'post', orderNo }), language: 'en' })
  await page.findByRole('button', { name: 'Tell of the visit' })
  await userEvent.keyboard('v')
  const form = within(await page.findByRole('dialog', { name: /visit/i }))
  await userEvent.selectOptions(form.getByLabelText('Outcome'), 'noAnswer')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await form.findByText('Required')
  await userEvent.type(form.getByLabelText('Where the proof is'), 'Photo of the gate')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const history = within(page.getByRole('region', { name: 'What happened' }))
  expect(await history.findByText('No answer · Where the proof is: Photo of the gate')).toBeTruthy()
})

test('the history says who got the case, and why they hold it no more', async () => {
  const app = browser.server()
  const orderNo = await openLoan(app, { from: addDays(businessDay(app.clock.now()), -21) })
  await app.settle()
  const lead = await app.login('collectionLead')
  const { id } = await app.login('collector')
  await lead.data(dispatch, { orderNo, version: 1, holder: id })
  await app.server.store.send({
    stream: `recoveryCase/${orderNo}`,
    event: { type: 'memberLeft', by: 'SYS', at: app.clock.now(), reason: 'certificateEnded' },
    via: 'SYS',
    key: randomUUID(),
  })
  await browser.openAs('collectionLead', { path: to.collectionDetail({ type: 'post', orderNo }), language: 'en' })
  const history = within(await page.findByRole('region', { name: 'What happened' }))
  const { name } = (await lead.data(holders, {})).holders.find((one) => one.id === id)!
  expect(history.getByText(name)).toBeTruthy()
  expect(history.getByText('Certificate ran out')).toBeTruthy()
  expect(history.queryAllByRole('link')).toEqual([])
})

test('waiting cases are dispatched or proposed to an agency in bulk; what has nothing in common says so once', async () => {
  const app = browser.server()
  const from = addDays(businessDay(app.clock.now()), -150)
  const [free, proposed] = [await openLoan(app, { from }), await openLoan(app, { from })]
  await app.settle()
  const lead = await app.login('collectionLead')
  const [agency] = (await lead.data(agencies, {})).agencies
  const until = addDays(businessDay(app.clock.now()), 30)
  await lead.data(propose, { orderNo: proposed, version: 0, company: agency!, until })
  await browser.openAs('collectionLead', { path: to.collectionDispatchManage(), language: 'en' })
  const tick = async (orderNo: string) =>
    userEvent.click(await page.findByRole('checkbox', { name: `Select ${orderNo}` }))
  const bar = async () => within(await page.findByRole('group', { name: 'Selection' }))
  await tick(free)
  expect((await bar()).getByRole('button', { name: 'Assign' })).toBeTruthy()
  expect((await bar()).getByRole('button', { name: 'Propose a placement' })).toBeTruthy()
  await tick(proposed)
  expect((await bar()).queryByRole('button', { name: 'Propose a placement' })).toBeNull()
  expect((await bar()).queryByText(/in common/)).toBeNull()
  await tick(proposed)
  await userEvent.click((await bar()).getByRole('button', { name: 'Propose a placement' }))
  const form = within(await page.findByRole('dialog', { name: /Propose a placement/ }))
  await form.findByRole('option', { name: agency! })
  await userEvent.selectOptions(form.getByLabelText('Agency'), agency!)
  await userEvent.type(form.getByLabelText('Last day'), until)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await form.findByRole('button', { name: 'Stop the bulk action' })
  await app.settle()
  expect((await lead.data(ofOrder, { orderNo: free })).placement).toMatchObject({ state: 'proposed', company: agency })
})
