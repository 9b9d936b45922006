import { type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { businessDay } from '../../src/machines/calendar.ts'
import { leavesOf, to } from '../../src/machines/paths.ts'
import { allRoutes } from '../../src/machines/routes.ts'
import { demoRoles } from '../../src/server/demo/staff.ts'
import { createLog } from '../../src/server/kit/log.ts'
import * as approval from '../../src/services/approval.ts'
import * as jobs from '../../src/services/jobs.ts'
import * as leads from '../../src/services/lead.ts'
import * as message from '../../src/services/message.ts'
import * as order from '../../src/services/order.ts'
import * as statement from '../../src/services/statement.ts'
import * as verifyCode from '../../src/services/verifyCode.ts'
import { screens } from '../../src/views/screens.ts'
import { bankFile, fileOf, uploadTo } from '../kit/bank.ts'
import { keptBy, overheard } from '../kit/browserData.ts'
import { testConsole } from '../kit/console.ts'
import { oneEngine } from '../kit/engines.ts'
import { fetchFile } from '../kit/exports.ts'
import { openFeed } from '../kit/http.ts'
import { labelOf } from '../kit/labelOf.ts'
import { launchBrowser } from '../kit/launchBrowser.ts'
import { importedLead } from '../kit/leads.ts'
import { openLoanOf } from '../kit/loans.ts'
import { logIn } from '../kit/logIn.ts'
import { waitingOrder } from '../kit/orders.ts'
import { passingCustomer } from '../kit/passing.ts'
import { patience } from '../kit/patience.ts'
import { base64, photo } from '../kit/photo.ts'
import { approvedTemplate, demoSender } from '../kit/smsTemplates.ts'
import { textOf } from '../kit/tables.ts'

let served: Awaited<ReturnType<typeof testConsole>>
let browser: Browser
let logged = ''

/** Words that appear in no text of the console. */
const odd = (nth: number) => ['Qavrox', 'Zyphlum', 'Wexquid', 'Jubvrak', 'Kwizzop'][nth]!

const customer = (nth: number) => {
  const word = odd(nth)
  return passingCustomer({
    name: `${word}ia ${word}man`,
    phone: `08577${nth}6655${nth}41`,
    email: `${word.toLowerCase()}@secret.example`,
    address: { street: `Jalan ${word}jaya 77`, city: 'Jakarta Pusat', province: '31' },
    employment: { employer: `${word}indo Tbk`, job: 'Kasir', monthlyIncome: 6_543_211 + nth, since: '2019-02-01' },
    bank: { name: 'BCA', account: `88007${nth}71122`, holder: `${word}ia ${word}man` },
    contacts: [{ name: `${word}wati`, phone: `08131${nth}122${nth}33`, relationship: 'friend', consented: true }],
  })
}
type Customer = ReturnType<typeof customer>

/** A customer's personal data that must not leak, in stored and in displayed formats. */
const secretsOf = (who: Customer): string[] => {
  const [word] = /^[A-Z][a-z]+(?=ia )/.exec(who.name)!
  const income = who.employment.monthlyIncome
  return [
    word,
    word.toLowerCase(),
    word.toUpperCase(),
    who.nik,
    who.phone.slice(1),
    who.bank.account,
    who.contacts[0]!.phone.slice(1),
    String(income),
    income.toLocaleString('en'),
    income.toLocaleString('id'),
  ]
}

const saidByBank = ({ name, phone, bank }: Customer) => `TRSF DARI ${name.toUpperCase()} ${phone} ${bank.account}`

/** Whom sellers want as a customer, and what must not leak of them. */
const prospect = { name: `${odd(4)}ia ${odd(4)}man`, phone: '+6285774665541', province: '31' }
const prospectSecrets = [odd(4), odd(4).toLowerCase(), odd(4).toUpperCase(), prospect.phone.slice('+62'.length)]
let lead = ''

const people: Customer[] = []
let orders: string[] = []
beforeAll(async () => {
  served = await testConsole({ ...oneEngine()[0], log: createLog('trace', { write: (line) => void (logged += line) }) })
  browser = await launchBrowser(inject('chromiumPath'))
  for (let nth = 0; nth < 4; nth += 1) people.push(customer(nth))
  const documents = [{ kind: 'idFront' as const, image: base64(await photo()) }]
  orders = []
  for (const who of people) orders.push(await waitingOrder(served, { customer: who, documents }))
  // One order is claimed by another reviewer, one has a loan, one has a pending edit.
  const reviewer = await served.login('reviewer1.2')
  await reviewer.data(approval.firstClaim, { orderNo: orders[1]!, version: 2 })
  await openLoanOf(served, orders[2]!, { from: '2026-11-01' })
  const support = await served.login('support')
  await support.data(order.editUserInfo, { orderNo: orders[3]!, employer: `${odd(3)}sama Tbk` })
  // A bank statement names the first customer.
  const finance = await served.login('finance')
  const { accounts } = await finance.data(statement.choices, {})
  const movement = [businessDay(served.clock.now()), 150_000, saidByBank(people[0]!)] as const
  const { id } = await uploadTo(served, finance, accounts[0]!.code, bankFile(1_000_000, [movement]))
  const reached = (wanted: string) =>
    vi.waitFor(async () => {
      const file = await fileOf(finance, id)
      if (file.state !== wanted) throw new Error(file.state)
      return file
    }, patience)
  await finance.data(statement.confirm, { id, version: (await reached('staged')).version })
  await reached('ready')
  // A message names its customer, and the provider's receipts of it have come.
  served.callTo(`${served.url}/api`)
  const text = await approvedTemplate(served, { body: 'Yth. {name}, pinjaman {orderNo}: {arrivalAmount}.' })
  const told = { version: 0, orderNo: orders[2]!, text, sender: demoSender }
  const { stream } = await support.data(message.send, told)
  const comes = (state: string) =>
    vi.waitFor(async () => {
      served.clock.advance(1000)
      await served.deliver()
      expect((await served.server.store.state(stream as `message/${string}`)).value).toBe(state)
    }, patience)
  await comes('delivered')
  // A lead is another seller's.
  lead = await importedLead(served, prospect)
  const seller = await served.login('telemarketer.2')
  await seller.data(leads.claim, { id: lead, version: 1 })
  await seller.data(verifyCode.issue, { lead })
})
afterAll(async () => {
  await browser.close()
  await served.close()
})

const found = (text: string, secrets = [...people.flatMap(secretsOf), ...prospectSecrets]) =>
  secrets.filter((secret) => text.includes(secret))

/** The paths of all built screens without parameters, and of the screens of the orders and the lead. */
const paths = () => [
  ...leavesOf(allRoutes)
    .filter(({ path, route }) => Object.hasOwn(screens, route.name) && !path.includes(':'))
    .map(({ path }) => path),
  ...orders.flatMap((orderNo) => [
    to.approveDetail({ orderNo }),
    `${to.approveDetail({ orderNo })}?at=1`,
    to.machinerDetail({ orderNo, type: 'first' }),
    to.loanOfOrder({ orderNo }),
  ]),
  to.leadDetail({ id: lead }),
]

const quiet = async (page: Page) => {
  await page.locator('main :is(h1, h2, table, form, p)').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main :is(.bp6-skeleton, .bp6-spinner, [aria-busy=true])'))
}

test('a message whose receipts came is in no log, event or word of the provider', async () => {
  const [sent] = served.sandboxMessages()
  expect(found(`${sent!.text} ${sent!.to}`).length).toBeGreaterThan(1)
  const stored = await textOf(served.db, 'es_event', 'es_command', 'es_effect', 'message', 'contact', 'provider_word')
  expect(stored).toContain(sent!.id)
  expect(found(stored)).toEqual([])
  expect(logged).toContain(message.receipt.id)
  expect(found(logged)).toEqual([])
})

const shownEntries = async (by: string) => {
  const rows = await served.db.sql
    .selectFrom('audit')
    .select(['subject', 'data'])
    .where('actor', '=', by)
    .where('type', '=', 'fieldShown')
    .execute()
  return rows.map(({ subject, data }) => ({ subject, ...(JSON.parse(data) as object) }))
}

const roles = () => (inject('deep') ? Object.keys(demoRoles) : ['admin'])

describe('somebody who holds no claim', () => {
  test('is met by no customer on the way through the screens, as any role that is tried', async () => {
    for (const role of roles()) {
      const caller = await served.login(role)
      const feed = await openFeed(served.url, caller)
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
      const page = await context.newPage()
      const messages: string[] = []
      page.on('console', (message) => messages.push(message.text()))
      const { addresses, answers, settled } = overheard(page)
      await logIn(page, served.url, role)
      for (const path of paths()) {
        await page.goto(served.url + path)
        await quiet(page)
        expect(found(await page.content()), `${role} at ${path}`).toEqual([])
      }
      const kept = await keptBy(page)
      await settled()
      const met = answers.filter(({ text }) => found(text).length > 0).map(({ path }) => path)
      expect(met, `answers to ${role}`).toEqual([])
      expect(found(addresses.join('\n')), `addresses of ${role}`).toEqual([])
      expect(found(kept), `kept for ${role}`).toEqual([])
      expect(found(messages.join('\n')), `said to ${role}`).toEqual([])
      expect(found(feed.text), `told to ${role}`).toEqual([])
      expect(found(logged), 'the log').toEqual([])
      expect(await shownEntries(caller.id)).toEqual([])
      expect(answers.length).toBeGreaterThan(role === 'admin' ? 60 : 5)
      feed.close()
      await context.close()
    }
  })

  test('finds a customer by phone, NIK or name, and neither address, storage nor log keeps what was typed', async () => {
    const who = people[0]!
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
    const page = await context.newPage()
    const { addresses, answers, settled } = overheard(page)
    await logIn(page, served.url, 'support')
    await page.goto(served.url + to.orderList())
    await quiet(page)
    await page.getByLabel('Phone', { exact: true }).first().fill(who.phone)
    await page.keyboard.press('Enter')
    await page.waitForURL(/phone=/)
    await page.getByText(orders[0]!).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('A screen, an order number').fill(who.nik)
    await page.getByRole('option').getByText(orders[0]!).waitFor()
    const kept = await keptBy(page)
    await settled()
    expect(found(addresses.join('\n'))).toEqual([])
    expect(found(kept)).toEqual([])
    expect(found(logged)).toEqual([])
    expect(
      found(
        answers
          .filter(({ path }) => path !== '/api/views/reveal')
          .map(({ text }) => text)
          .join('\n'),
      ),
    ).toEqual([])
    await context.close()
  })

  test('has exports in which nobody is named', async () => {
    const admin = await served.login('admin')
    const { lists } = await admin.data(jobs.exportable, {})
    expect(lists.length).toBeGreaterThan(8)
    for (const { list, filter, columns } of lists) {
      // Only the newest are listed.
      served.clock.advance(1)
      const { stream } = await admin.data(jobs.requestExport, {
        list,
        filter,
        columns: columns.map(({ name }) => name),
        format: 'csv',
      })
      const id = stream.slice('export/'.length)
      const state = async () => (await admin.data(jobs.exportsOf, {})).exports.find((one) => one.id === id)?.state
      await expect.poll(state).toBe('ready')
      expect(found((await fetchFile(admin, id)).toString()), list).toEqual([])
    }
  })

  test('is shown one thing for a reason, by the keyboard alone, for a minute, and it is in one answer and one entry', async () => {
    const who = people[0]!
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
    const page = await context.newPage()
    await page.clock.install()
    const { addresses, answers, settled } = overheard(page)
    const lead = await served.login('reviewLead')
    await logIn(page, served.url, 'reviewLead')
    await page.goto(served.url + to.approveDetail({ orderNo: orders[0]! }))
    const applicant = page.getByRole('region', { name: 'Applicant', exact: true })
    const show = applicant.getByRole('button', { name: 'Show: Phone' })
    await show.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What you need it for').focus()
    await page.keyboard.press('t')
    await page.keyboard.press('Control+Enter')
    const whole = `+62${who.phone.slice(1)}`
    await applicant.getByText(whole).waitFor()
    const hide = applicant.getByRole('button', { name: 'Hide: Phone' })
    await expect.poll(() => hide.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await hide.innerText()).toMatch(/^(60|59|58|57|56|55) s$/)
    // The answer contained no other data of the customer.
    expect(found(await page.content())).toEqual([who.phone.slice(1)])
    expect(found(await keptBy(page))).toEqual([])

    await page.clock.fastForward(40_000)
    await expect.poll(() => hide.innerText()).toMatch(/^(20|19|18|17|16|15|14|13|12|11|10) s$/)
    await page.clock.fastForward(21_000)
    await show.waitFor()
    expect(found(await page.content())).toEqual([])

    await settled()
    expect(answers.filter(({ text }) => found(text).length > 0).map(({ path }) => path)).toEqual([
      '/api/approve/reveal',
    ])
    expect(found(addresses.join('\n'))).toEqual([])
    expect(found(logged)).toEqual([])
    expect(await shownEntries(lead.id)).toEqual([
      expect.objectContaining({ subject: `approval/${orders[0]}`, field: 'phone', purpose: 'customerAsks' }),
    ])
    await context.close()
  })

  test('reads what a bank wrote of a customer on one line, for as long as it is open, which is one entry', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
    const page = await context.newPage()
    const { answers, settled } = overheard(page)
    const finance = await served.login('finance')
    await logIn(page, served.url, 'finance')
    await page.goto(served.url + to.bankStatement())
    await quiet(page)
    await page.getByText('TRSF DARI Q*** Q***').waitFor()
    expect(found(await page.content())).toEqual([])
    await page
      .getByRole('button', { name: /^Open the line: / })
      .first()
      .click()
    await page.getByRole('dialog').getByText(saidByBank(people[0]!)).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(saidByBank(people[0]!)).waitFor({ state: 'detached' })
    expect(found(await page.content())).toEqual([])
    await settled()
    expect(answers.filter(({ text }) => found(text).length > 0).map(({ path }) => path)).toEqual([
      '/api/bank_statement/line/open',
    ])
    const entries = await served.db.sql
      .selectFrom('audit')
      .select('subject')
      .where('actor', '=', finance.id)
      .where('type', '=', 'lineOpened')
      .execute()
    expect(entries).toHaveLength(1)
    await context.close()
  })

  test('is shown one thing of a change of data, as it was and as it is from it on', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
    const page = await context.newPage()
    await logIn(page, served.url, 'support')
    await page.goto(served.url + to.approveDetail({ orderNo: orders[3]! }))
    await page.getByRole('button', { name: 'Show: Employer, after' }).click()
    await page.getByRole('dialog').getByLabel('What you need it for').selectOption('correction')
    await page.getByRole('dialog').getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText(`${odd(3)}sama Tbk`).waitFor()
    expect(found(await page.content())).toEqual([odd(3)])
    await context.close()
  })

  test('sees no more of it once the page was left', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
    const page = await context.newPage()
    await logIn(page, served.url, 'reviewLead')
    await page.goto(served.url + to.approveDetail({ orderNo: orders[0]! }))
    await page.getByRole('button', { name: 'Show: NIK' }).click()
    await page.getByRole('dialog').getByLabel('What you need it for').selectOption('complaint')
    await page.getByRole('dialog').getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText(people[0]!.nik).waitFor()
    await page.getByRole('link', { name: 'Review list' }).click()
    await page.getByText(people[0]!.nik).waitFor({ state: 'detached' })
    expect(found(await page.content())).toEqual([])
    await page.locator(`.tab-strip a[href="${to.approveDetail({ orderNo: orders[0]! })}"]`).click()
    await page.getByRole('button', { name: 'Show: NIK' }).waitFor()
    expect(found(await page.content())).toEqual([])
    await context.close()
  })

  test('may see who is not granted it why there is nothing to press', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
    const page = await context.newPage()
    await logIn(page, served.url, 'reviewer2')
    await page.goto(served.url + to.approveDetail({ orderNo: orders[0]! }))
    expect(await page.getByRole('button', { name: 'Show: Phone' }).getAttribute('aria-disabled')).toBe('true')
    await context.close()
  })
})

test('a file with customers as they are is offered to whoever may have one, and asks what it is for', async () => {
  const open = async (role: string) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(() => localStorage.setItem('loket.language', 'en'))
    const page = await context.newPage()
    await logIn(page, served.url, role)
    await page.goto(served.url + to.reviewFirstWait())
    await quiet(page)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByLabel('File format').waitFor()
    return page
  }
  const reviewer = await open('reviewer1')
  expect(await reviewer.getByLabel('With customers').count()).toBe(0)
  await reviewer.context().close()

  const page = await open('reviewLead')
  await page.getByLabel('File format').selectOption('csv')
  await labelOf(page.getByLabel('With customers')).check()
  await page.locator('.jobs-form button[type=submit]').click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'What you need it for' })
  await dialog.getByLabel('What you need it for').selectOption('authority')
  await dialog.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Download' }).waitFor()
  const lead = await served.login('reviewLead')
  const [newest] = (await lead.data(jobs.exportsOf, {})).exports
  expect((await fetchFile(lead, newest!.id)).toString()).toContain(people[0]!.name)
  await page.context().close()
})

test('what is looked for would be found: whoever holds the claim is answered all of it', async () => {
  const reviewer = await served.login('reviewer1.2')
  const detail = JSON.stringify(await reviewer.data(approval.detail, { orderNo: orders[1]! }))
  const { nik, phone, bank, contacts } = people[1]!
  expect(found(detail)).toEqual(
    expect.arrayContaining([odd(1), nik, phone.slice(1), bank.account, contacts[0]!.phone.slice(1)]),
  )
  const seller = await served.login('telemarketer.2')
  expect(found(JSON.stringify(await seller.data(leads.sellerPhone, { id: lead })))).toEqual([prospectSecrets.at(-1)])
})
