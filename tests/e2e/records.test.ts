import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import { reencoded, watermarked } from '../../src/server/approval/documents.ts'
import * as approval from '../../src/services/approval.ts'
import { userInfo } from '../../src/services/user.ts'
import { openAllFilters } from '../kit/allFilters.ts'
import { password, start } from '../kit/app.ts'
import { flaws } from '../kit/flaws.ts'
import { logIn } from '../kit/logIn.ts'
import { opens } from '../kit/opens.ts'
import { waitingOrder } from '../kit/orders.ts'
import { consolePages } from '../kit/pages.ts'
import { passingCustomer } from '../kit/passing.ts'
import { base64 } from '../kit/photo.ts'

// The server's clock stands still, so the times on a record are known.
const { served, newPage } = consolePages({ at: start, atWork: false })

type Look = { language?: string; scheme?: string; size?: string }

/** Stores appearance preferences in the browser. */
const keep = (page: Page, look: Look) =>
  page.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(`loket.${key}`, value)
  }, look)

/** Opens the console as a logged-in person. */
const openAs = async (name: string, look: Look = {}) => {
  const page = await newPage()
  await keep(page, look)
  await logIn(page, served.url, name)
  return page
}

const show = async (page: Page, orderNo: string) => {
  await page.goto(served.url + to.approveDetail({ orderNo }))
  await page.getByRole('heading', { name: orderNo }).waitFor()
}

const claimed = async (more: Parameters<typeof waitingOrder>[1] = {}) => {
  const orderNo = await waitingOrder(served, more)
  const reviewer = await served.login('reviewer1')
  await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
  return orderNo
}

const nameOf = async (login: string, word = password) => {
  const caller = await served.loginWith(login, word)
  return (await caller.data(userInfo, { token: caller.token })).name
}

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A group's values by label. */
const factsOf = async (page: Page, name: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await group(page, name)
      .locator('dl > div')
      .evaluateAll((rows) => rows.map((row) => ['dt', 'dd'].map((part) => row.querySelector(part)!.textContent))),
  )

describe.each([
  {
    language: 'en',
    groups: ['Applicant', 'Employment', 'Emergency contacts', 'Changes of customer data', 'Loan', 'Machine review'],
    work: {
      Employer: 'Toko Maju',
      Job: 'Kasir',
      'Monthly income': 'IDR\u00A06,543,210',
      'Employed since': '2 May 2019',
    },
    loan: {
      Applied: '21 Nov 2026, 10:00',
      'Applied amount': 'IDR\u00A02,000,000',
      'Applied term': '30 days',
      'Service fee': 'IDR\u00A0100,000',
      'Arrival amount': 'IDR\u00A01,885,000',
    },
  },
  {
    language: 'id',
    groups: ['Pemohon', 'Pekerjaan', 'Kontak darurat', 'Perubahan data nasabah', 'Pinjaman', 'Review mesin'],
    work: {
      Perusahaan: 'Toko Maju',
      Jabatan: 'Kasir',
      'Penghasilan per bulan': 'Rp6.543.210',
      'Bekerja sejak': '2 Mei 2019',
    },
    loan: {
      Diajukan: '21 Nov 2026, 10.00',
      'Jumlah diajukan': 'Rp2.000.000',
      'Tenor diajukan': '30 hari',
      'Biaya layanan': 'Rp100.000',
      'Jumlah diterima': 'Rp1.885.000',
    },
  },
  {
    language: 'zh',
    groups: ['申请人', '工作信息', '紧急联系人', '客户资料修改', '贷款', '机审'],
    work: { 工作单位: 'Toko Maju', 职务: 'Kasir', 月收入: 'IDR\u00A06,543,210', 入职日期: '2019年5月2日' },
    loan: {
      申请时间: '2026年11月21日 10:00',
      申请金额: 'IDR\u00A02,000,000',
      申请期限: '30 天',
      服务费: 'IDR\u00A0100,000',
      到账金额: 'IDR\u00A01,885,000',
    },
  },
])('in $language', ({ language, groups, work, loan }) => {
  test('facts stand in groups below their headings, with money and days as they are written there', async () => {
    const employment = { employer: 'Toko Maju', job: 'Kasir', monthlyIncome: 6_543_210, since: '2019-05-02' }
    const orderNo = await claimed({ amount: 2_000_000, term: 30, customer: passingCustomer({ employment }) })
    const page = await openAs('reviewer1', { language })
    await show(page, orderNo)
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    expect((await headings.allInnerTexts()).slice(0, groups.length)).toEqual(groups)
    expect(await factsOf(page, groups[1]!)).toEqual(work)
    expect(await factsOf(page, groups[4]!)).toMatchObject(loan)
  })
})

test('what the chart offers are buttons; one that is barred says why, to the eye and to a screen reader', async () => {
  const orderNo = await claimed()
  const page = await openAs('reviewer1.2')
  await show(page, orderNo)
  const offers = page.locator('.page:visible .detail-actions')
  const reason = 'Only the reviewer who holds this application can do this'
  const barred = offers.getByRole('button', { disabled: true, description: reason })
  expect(await barred.allInnerTexts()).toEqual(['Pass', 'Reject', 'Return to customer', 'Release'])

  await barred.first().focus()
  await page.keyboard.press('Tab')
  expect(await barred.nth(1).evaluate((button) => button === document.activeElement)).toBe(true)
  await page.locator('.bp6-tooltip').getByText(reason).waitFor()
  await page.keyboard.press('Enter')
  const holder = await served.login('reviewer1')
  await holder.data(approval.firstRelease, { orderNo, version: 3 })
  await offers.getByRole('button', { name: 'Take', disabled: false }).waitFor()
  expect(await offers.getByRole('button').allInnerTexts()).toEqual(['Take'])
  expect(await page.getByRole('dialog').count()).toBe(0)
})

describe('what the server refuses is said at its field, and what was typed stays', () => {
  test.each([
    ['en', 'Reject', 'Note', 'Has characters that are not allowed'],
    ['id', 'Tolak', 'Catatan', 'Memuat karakter yang tidak diizinkan'],
    ['zh', '拒绝', '备注', '包含不允许的字符'],
  ])('by a decision, in %s', async (language, action, label, problem) => {
    const orderNo = await claimed()
    const page = await openAs('reviewer1', { language })
    await show(page, orderNo)
    await page.getByRole('button', { name: action }).click()
    const dialog = page.getByRole('dialog')
    const reason = dialog.getByRole('combobox')
    const note = dialog.getByRole('textbox', { name: label })
    await reason.selectOption('policy')
    // U+202E reverses the direction of the following text, as pasted text may.
    await note.fill('Employer says \u202Eyes')
    await dialog.getByRole('button', { name: action }).click()
    await dialog.getByRole('textbox', { name: label, description: problem }).waitFor()
    expect(await dialog.getByText(problem).isVisible()).toBe(true)
    expect(await note.evaluate((field) => [field.ariaInvalid, field === document.activeElement])).toEqual([
      'true',
      true,
    ])
    expect([await reason.inputValue(), await note.inputValue()]).toEqual(['policy', 'Employer says \u202Eyes'])

    await note.fill('Employer says yes')
    await dialog.getByRole('button', { name: action }).click()
    await dialog.waitFor({ state: 'detached' })
    const reviewer = await served.login('reviewer1')
    expect((await reviewer.data(approval.detail, { orderNo })).order.state).toBe('firstRejected')
  })

  test('by a change of data', async () => {
    const [one, other] = [passingCustomer(), passingCustomer()]
    const orderNo = await waitingOrder(served, { customer: one })
    await waitingOrder(served, { customer: other })
    const page = await openAs('support')
    await show(page, orderNo)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit ID number' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('NIK').fill(other.nik)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Yes, modify' }).click()
    const refused = dialog.getByRole('textbox', { description: 'This NIK belongs to another customer' })
    await refused.waitFor()
    expect(await refused.inputValue()).toBe(other.nik)
  })
})

test('emergency contacts are masked; one is shown for a reason, for a minute, and the audit says to whom and why', async () => {
  const contacts = [
    { name: 'Dewi Lestari', phone: '081298765432', relationship: 'sibling' as const, consented: true },
    { name: 'Agus Salim', phone: '081311122233', relationship: 'friend' as const, consented: false },
  ]
  const orderNo = await waitingOrder(served, { customer: passingCustomer({ contacts }) })
  const page = await newPage()
  await page.clock.install()
  await logIn(page, served.url, 'reviewLead')
  await show(page, orderNo)
  const lines = group(page, 'Emergency contacts').getByRole('listitem')
  const masked = [
    'D*** L***\nSibling\n+628******5432\nConsented',
    'A*** S***\nFriend\n+628******2233\nHas not consented',
  ]
  expect(await lines.allInnerTexts()).toEqual(masked)

  await page.getByRole('button', { name: 'Show: Contact 2: phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Show to you: Contact 2: phone' })
  await dialog.getByRole('button', { name: 'Show', exact: true }).click()
  await dialog.getByRole('combobox', { description: 'Required' }).selectOption('complaint')
  await dialog.getByRole('button', { name: 'Show', exact: true }).click()
  await lines.nth(1).getByText('+6281311122233').waitFor()
  expect(await lines.first().innerText()).toBe(masked[0])
  await page.clock.fastForward(61_000)
  await page.getByRole('button', { name: 'Show: Contact 2: phone' }).waitFor()
  expect(await lines.allInnerTexts()).toEqual(masked)

  const audit = await openAs('admin')
  await audit.goto(served.url + to.seen({ orderNo }))
  const entry = audit.getByRole('row').filter({ hasText: 'One thing of the customer shown' })
  await entry.waitFor()
  expect(await entry.innerText()).toContain(await nameOf('reviewLead'))
  expect(await entry.innerText()).toContain('Contact 2: phone · To answer a complaint')
})

test('a note stands there with who and when, for everybody, and nothing changes or takes it away', async () => {
  const orderNo = await waitingOrder(served)
  const writer = await openAs('reviewer1')
  await show(writer, orderNo)
  const notes = (page: Page) => group(page, 'Notes')
  await notes(writer).getByLabel('New note').fill('The employer confirms')
  await notes(writer).getByRole('button', { name: 'Add note' }).click()
  await notes(writer).getByRole('article').waitFor()
  const reader = await openAs('reviewLead')
  await show(reader, orderNo)
  await notes(reader).getByRole('article').waitFor()
  const whoAndWhen = `${await nameOf('reviewer1')} · 21 Nov 2026, 10:00`
  for (const page of [writer, reader]) {
    const [text, byline] = (await notes(page).getByRole('article').innerText()).split(/\n+/)
    expect(text).toBe('The employer confirms')
    expect(byline!.slice(0, whoAndWhen.length)).toBe(whoAndWhen)
    expect(byline!.slice(whoAndWhen.length)).toMatch(/^ \((just now|\d+ \w+s? ago)\)$/)
    const reached = notes(page).locator(':is(a, button, input, select, textarea, [tabindex], [contenteditable])')
    expect(await reached.evaluateAll((all) => all.map((one) => one.tagName))).toEqual(['TEXTAREA', 'BUTTON'])
    expect(await notes(page).getByLabel('New note').inputValue()).toBe('')
  }
})

test('a document has across it who looks, each with their own name, and the audit has both', async () => {
  const photograph = await sharp({ create: { width: 900, height: 560, channels: 3, background: '#7090b0' } })
    .jpeg()
    .toBuffer()
  const kept = (await reencoded(photograph, 'anyone'))!
  const orderNo = await claimed({ documents: [{ kind: 'idFront', image: base64(photograph) }] })
  const looked = async (name: string) => {
    const page = await openAs(name)
    await show(page, orderNo)
    await page.getByRole('button', { name: 'ID card, front' }).click()
    const picture = page.getByRole('dialog').getByRole('img', { name: 'ID card, front' })
    await picture.waitFor()
    return (await picture.getAttribute('src'))!.split(',')[1]
  }
  const marked = async (name: string) => {
    const { id } = await served.login(name)
    return base64(await watermarked(kept, { name: await nameOf(name), id, at: start }))
  }
  const first = await looked('reviewer1')
  await (await served.login('reviewer1')).data(approval.firstRelease, { orderNo, version: 3 })
  await (await served.login('reviewer1.2')).data(approval.firstClaim, { orderNo, version: 4 })
  const second = await looked('reviewer1.2')
  expect(first).not.toBe(second)
  expect(first).toBe(await marked('reviewer1'))
  expect(second).toBe(await marked('reviewer1.2'))

  const audit = await openAs('admin')
  await audit.goto(`${served.url}${to.audit()}?record=approval/${orderNo}`)
  const viewings = audit.getByRole('row').filter({ hasText: 'Document viewed' })
  await viewings.nth(1).waitFor()
  expect(await viewings.count()).toBe(2)
  for (const name of ['reviewer1', 'reviewer1.2'])
    expect(await viewings.filter({ hasText: await nameOf(name) }).count()).toBe(1)
})

test('a password is changed from one’s own menu; what is wrong with it is said at its field, and the new one logs in', async () => {
  const page = await openAs('analyst')
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const fill = async (present: string, next: string) => {
    await page.getByLabel('Current password', { exact: true }).fill(present)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('New password again', { exact: true }).fill(next)
    await page.getByRole('button', { name: 'Save' }).click()
  }
  const refused = (name: string, description: string) => page.getByRole('textbox', { name, description, exact: true })
  await fill('not the present one', 'window-counter')
  await refused('Current password', 'The current password is wrong').waitFor()
  await fill(password, 'too-short')
  await refused('New password', 'A password has at least 12 characters').waitFor()
  await fill(password, password)
  await refused('New password', 'The new password must differ').waitFor()
  await fill(password, 'window-counter')
  await page.getByText('Password changed').waitFor()

  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === to.login())
  await page.getByLabel('E-mail').fill('analyst@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText('Wrong e-mail or password').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('window-counter')
  await page.keyboard.press('Enter')
  await page.locator('.tab-strip').waitFor()
  expect(
    await page.getByRole('button', { name: `Account of ${await nameOf('analyst', 'window-counter')}` }).count(),
  ).toBe(1)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** An overlay of a page: `open` opens it, and `inside` is then visible. */
type Overlay = { name: string; open: (page: Page) => Promise<unknown>; inside: string }

/** In an order that one page can show in sequence. */
const overlays: Overlay[] = [
  { name: 'a decision', open: (page) => button(page, 'Pass').click(), inside: '.command-dialog' },
  { name: 'the shortcuts', open: (page) => page.keyboard.press('?'), inside: '.shortcuts' },
  { name: 'the appearance', open: (page) => button(page, 'Appearance').click(), inside: '[role=menuitemradio]' },
  {
    name: 'the user menu',
    open: (page) => page.getByRole('button', { name: 'Account of' }).click(),
    inside: '[role=menuitem]',
  },
  {
    name: 'the error log',
    open: async (page) => {
      await page.evaluate(() => dispatchEvent(new ErrorEvent('error', { message: 'a slip of the page' })))
      await button(page, '1 error').click()
    },
    inside: '.error-log',
  },
  {
    name: 'a calendar',
    open: async (page) => {
      await opens(page, to.reviewFirstWait())
      await page.locator('.page:visible tbody a').first().waitFor()
      await openAllFilters(page)
      await button(page, 'Applied: Calendar').click()
    },
    inside: '.bp6-datepicker',
  },
  { name: 'the columns', open: (page) => button(page, 'Columns').click(), inside: '.list-columns' },
  { name: 'an export', open: (page) => button(page, 'Export').click(), inside: '.jobs-form' },
  {
    name: 'the menu in a drawer',
    open: async (page) => {
      await page.setViewportSize({ width: 800, height: 900 })
      await button(page, 'Open the menu').click()
    },
    inside: '.bp6-drawer .menu-list',
  },
  {
    name: 'the login over a page',
    open: async (page) => {
      await page.context().clearCookies({ name: 'sid' })
      await page.locator('.page:visible input').first().fill('LK26')
      await page.keyboard.press('Enter')
    },
    inside: '.relogin form',
  },
]

/** Opens an overlay, checks it after its transition, and closes it. */
const flawsOver = async (page: Page, { open, inside }: Omit<Overlay, 'name'>) => {
  await open(page)
  const first = page.locator(inside).first()
  await first.waitFor()
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
  const found = await flaws(page)
  await page.keyboard.press('Escape')
  await first.waitFor({ state: 'detached' })
  return found
}

describe.each([
  { scheme: 'light', size: 'medium' },
  { scheme: 'dark', size: 'medium' },
  { scheme: 'light', size: 'mini' },
  { scheme: 'dark', size: 'mini' },
])('in the $scheme, $size', (look) => {
  test('what opens over a page is free of flaws', async () => {
    const orderNo = await waitingOrder(served)
    const admin = await served.login('admin')
    await admin.data(approval.firstClaim, { orderNo, version: 2 })
    const page = await openAs('admin', look)
    await show(page, orderNo)
    await page.waitForFunction(() => !document.querySelector('.bp6-spinner, .bp6-skeleton, [aria-busy=true]'))
    for (const { name, ...overlay } of overlays) expect(await flawsOver(page, overlay), name).toEqual([])
  })

  test('the palette is free of flaws', async () => {
    const page = await openAs('reviewer1', look)
    await page.locator('.tab-strip').waitFor()
    const open = async () => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('A screen, an order number').fill('review')
    }
    expect(await flawsOver(page, { open, inside: '.palette li' })).toEqual([])
  })

  test('the login is free of flaws', async () => {
    const page = await newPage()
    await keep(page, look)
    await page.goto(served.url + to.login())
    await page.getByLabel('E-mail').waitFor()
    expect(await page.locator('html').getAttribute('data-size')).toBe(look.size)
    expect(await flaws(page)).toEqual([])
  })
})
