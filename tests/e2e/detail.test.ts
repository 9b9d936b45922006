import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import * as approval from '../../src/services/approval.ts'
import { type Language, languages } from '../../src/services/user.ts'
import { application, customer, freshNik } from '../kit/application.ts'
import { flaws } from '../kit/flaws.ts'
import { labelOf } from '../kit/labelOf.ts'
import { logIn } from '../kit/logIn.ts'
import { waitingOrder } from '../kit/orders.ts'
import { approvedOrder } from '../kit/payouts.ts'
import { base64 } from '../kit/photo.ts'
import { servedBrowser } from '../kit/servedBrowser.ts'

const { served, newContext } = servedBrowser({ orders: 0 })

type Look = { language?: Language; width?: number; scheme?: 'light' | 'dark' }

/** Opens the console as a logged-in person; `problems` collects the browser's errors. */
const openAs = async (name: string, { language = 'en', width = 1440, scheme = 'light' }: Look = {}) => {
  const context = await newContext({ viewport: { width, height: 900 }, colorScheme: 'light' })
  const page = await context.newPage()
  await page.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(`loket.${key}`, value)
    },
    { language, scheme },
  )
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await logIn(page, served.url, name)
  return { page, problems, close: () => page.close() }
}

const picture = async (background: string) => {
  const made = sharp({ create: { width: 900, height: 560, channels: 3, background } })
  return base64(await made.jpeg().toBuffer())
}

const withDocuments = async () =>
  waitingOrder(served, {
    documents: [
      { kind: 'idFront', image: await picture('#ffffff') },
      { kind: 'handheld', image: await picture('#7090b0') },
    ],
  })

/** An order that passed first review. */
const passed = async () => {
  const orderNo = await waitingOrder(served)
  const reviewer = await served.login('reviewer1')
  await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
  await reviewer.data(approval.firstPass, { orderNo, version: 3, amount: 1_500_000, term: 14, note: 'Income is low' })
  return orderNo
}

const show = async (page: Page, orderNo: string, query = '') => {
  await page.goto(served.url + to.approveDetail({ orderNo }) + query)
  await page.getByRole('heading', { name: orderNo }).waitFor()
}

const viewings = async (orderNo: string) => {
  const rows = await served.db.sql
    .selectFrom('audit')
    .select('data')
    .where('type', '=', 'documentViewed')
    .where('subject', '=', `approval/${orderNo}`)
    .orderBy('pos')
    .execute()
  return rows.map(({ data }) => (JSON.parse(data) as { kind: string }).kind)
}

test('a step of the timeline shows the record as it was, by its own address, and the browser goes back and forth', async () => {
  const orderNo = await passed()
  const { page, problems, close } = await openAs('reviewLead')
  await show(page, orderNo)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByRole('link', { name: 'Passed machine review' }).click()
  await page.getByText(/Step 2 of 4: Passed machine review/).waitFor()
  expect(new URL(page.url()).search).toBe('?at=2')
  expect(await page.getByRole('button', { name: 'Assign' }).count()).toBe(0)
  const row = page.getByRole('region', { name: 'What changed' }).getByRole('row', { name: /^Status/ })
  await row.waitFor()
  expect(await row.getByRole('cell').allTextContents()).toEqual(['In machine review', 'Waiting for first review'])

  await page.getByRole('link', { name: 'Step after' }).click()
  await page.getByText(/Step 3 of 4/).waitFor()
  await page.goBack()
  await page.getByText(/Step 2 of 4/).waitFor()
  await page.reload()
  await page.getByText(/Step 2 of 4/).waitFor()
  await page.getByRole('link', { name: 'Back to now' }).click()
  await page.getByRole('button', { name: 'Assign' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(problems).toEqual([])
  await close()
})

describe('the last decision', () => {
  const verdictOf = async (who: string, orderNo: string) => {
    const { page, close } = await openAs(who)
    await show(page, orderNo)
    const words = await page.getByRole('region', { name: 'Last decision' }).innerText()
    await close()
    return words.replaceAll(/\s+/g, ' ')
  }

  test('names decision, stage and round', async () => {
    expect(await verdictOf('reviewer2', await passed())).toMatch(/Passed first review.*First review · Round 1/)
  })

  test('of the machine shows the rule that rejected', async () => {
    const aged = freshNik().replace('570892', '570850')
    const orderNo = await served.apply(application({ customer: customer({ nik: aged, birthday: '1950-08-17' }) }))
    await served.settle()
    const words = await verdictOf('admin', orderNo)
    expect(words).toMatch(/Rejected by machine review.*Machine review · Round 1.*Rejected by the rule Age out of range/)
  })
})

test('the buttons of a payout stand in the head of its order', async () => {
  const orderNo = await approvedOrder(served)
  const { page, close } = await openAs('finance')
  await show(page, orderNo)
  const head = page.locator('.page:visible .detail-head')
  await head.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('region', { name: 'Payout', exact: true }).getByText('Being checked').waitFor()
  expect(await head.getByRole('button', { name: 'Submit' }).count()).toBe(0)
  await close()
})

describe.each(['light', 'dark'] as const)('the chart in the %s', (scheme) => {
  test('has the colours of the console, and the present state is lit and in sight', async () => {
    const orderNo = await passed()
    const { page, close } = await openAs('reviewLead', { scheme })
    await show(page, orderNo)
    const drawing = page.getByRole('region', { name: /^Chart of the process/ })
    const current = drawing.locator('[aria-current=step]')
    expect(await current.locator('.title').textContent()).toBe('Waiting for final review')
    const fills = await drawing.evaluate((place) => {
      const fill = (selector: string) => getComputedStyle(place.querySelector(selector)!).fill
      return { paper: fill('svg > .paper'), current: fill('[aria-current=step] .shape') }
    })
    expect(fills.paper).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(22, 25, 29)')
    const accent = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--accent)'
      return getComputedStyle(probe).color
    })
    expect(fills.current).toBe(accent)
    const [box, place] = [(await current.boundingBox())!, (await drawing.boundingBox())!]
    expect(box.x).toBeGreaterThanOrEqual(place.x)
    expect(box.x + box.width).toBeLessThanOrEqual(place.x + place.width)
    expect(box.y).toBeGreaterThanOrEqual(place.y)
    expect(box.y + box.height).toBeLessThanOrEqual(place.y + place.height)
    await close()
  })
})

test('documents open by keyboard alone, one or two, larger and turned, each viewing recorded and marked', async () => {
  const orderNo = await withDocuments()
  const { page, problems, close } = await openAs('reviewer1')
  await show(page, orderNo)
  await page.getByRole('button', { name: 'Take' }).click()
  const opener = page.getByRole('button', { name: 'ID card, front' })
  await opener.focus()
  expect(await viewings(orderNo)).toEqual([])
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const first = dialog.getByRole('img', { name: 'ID card, front' })
  await first.waitFor()
  expect(await viewings(orderNo)).toEqual(['idFront'])

  const scale = () => first.evaluate((image) => new DOMMatrix(getComputedStyle(image).transform))
  await page.keyboard.press('+')
  expect((await scale()).a).toBe(1.25)
  await page.keyboard.press('0')
  await page.keyboard.press('r')
  expect([(await scale()).a, (await scale()).b].map(Math.round)).toEqual([0, 1])
  const [stage, turned] = [(await dialog.locator('.viewer-stage').boundingBox())!, (await first.boundingBox())!]
  expect([turned.width, turned.height].map(Math.round)).toEqual([stage.width, stage.height].map(Math.round))

  await labelOf(dialog.getByLabel('Two side by side')).check()
  const second = dialog.getByRole('img', { name: 'Photo holding the ID card' })
  await second.waitFor()
  expect(await viewings(orderNo)).toEqual(['idFront', 'handheld'])
  const [left, right] = [
    (await dialog.locator('.viewer-stage').first().boundingBox())!,
    (await dialog.locator('.viewer-stage').last().boundingBox())!,
  ]
  expect(left.x + left.width).toBeLessThanOrEqual(right.x)
  expect(left.width).toBeGreaterThan(600)

  const saved = Buffer.from((await first.getAttribute('src'))!.split(',')[1]!, 'base64')
  const { channels } = await sharp(saved).stats()
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(2)

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('a form counts the characters of its note, and says in words what is missing', async () => {
  const orderNo = await waitingOrder(served)
  const { page, close } = await openAs('reviewer1')
  await show(page, orderNo)
  await page.getByRole('button', { name: 'Take' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Note/).fill('x'.repeat(1200))
  expect(await dialog.getByText('1,000 / 1,000').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  expect(await dialog.getByText('Required').count()).toBe(1)
  await close()
})

test('a half-typed form is as it was after Back and Forward, and after another page by its tab', async () => {
  const orderNo = await waitingOrder(served)
  const { page, problems, close } = await openAs('reviewer1')
  await page.goto(served.url + to.reviewFirstWait())
  await page.getByRole('link', { name: orderNo }).click()
  await page.locator('.detail-actions').getByRole('button', { name: 'Take' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  const note = page.getByRole('dialog').getByLabel(/^Note/)
  await note.fill('half a sentence')

  await page.goBack()
  await note.waitFor({ state: 'detached' })
  await page.goForward()
  await expect.poll(() => note.inputValue()).toBe('half a sentence')

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('A screen, an order number').fill('passed first')
  await page.getByRole('option', { name: 'Passed first review' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === to.reviewFirstPass())
  await note.waitFor({ state: 'detached' })
  await page.locator(`.tab-strip a[href="${to.approveDetail({ orderNo })}"]`).click()
  await expect.poll(() => note.inputValue()).toBe('half a sentence')
  expect(problems).toEqual([])
  await close()
})

test("somebody else's note appears by itself", async () => {
  const orderNo = await waitingOrder(served)
  const { page, close } = await openAs('reviewLead')
  await show(page, orderNo)
  await page.getByText('Nothing is noted yet.').waitFor()
  const reviewer = await served.login('reviewer1')
  await reviewer.data(approval.addNote, { orderNo, text: 'The employer confirms' })
  const note = page.getByRole('article')
  await note.waitFor()
  expect(await note.innerText()).toMatch(/^The employer confirms\n/)
  await close()
})

test('J and K go along the list that an order was opened from, also after the page is loaded again', async () => {
  for (let more = 0; more < 3; more += 1) await waitingOrder(served)
  const { page, close } = await openAs('reviewer1.2')
  await page.goto(served.url + to.reviewFirstWait())
  const links = page.getByRole('rowheader').getByRole('link')
  await links.nth(2).waitFor()
  const orders = await links.allTextContents()
  await links.first().click()
  const at = (index: number) => page.waitForURL(`**${to.approveDetail({ orderNo: orders[index]! })}`)
  const place = (index: number) =>
    page
      .locator('.page:visible')
      .getByText(`${index + 1} of ${orders.length}`)
      .waitFor()
  await at(0)
  await place(0)
  await page.keyboard.press('j')
  await at(1)
  await place(1)
  await page.reload()
  await place(1)
  await page.keyboard.press('j')
  await at(2)
  await place(2)
  await page.keyboard.press('k')
  await at(1)
  await page.locator('.page:visible').getByRole('link', { name: 'First review queue' }).click()
  await page.waitForURL(`**${to.reviewFirstWait()}`)
  await links.first().waitFor()
  expect(await links.allTextContents()).toEqual(orders)
  await close()
})

test('on paper an order has its number and who printed it, two columns, and neither frame nor buttons', async () => {
  const orderNo = await passed()
  const { page, close } = await openAs('reviewLead')
  await show(page, orderNo)
  await page.emulateMedia({ media: 'print' })
  const shown = page.locator('.page:visible')
  expect(await page.locator(':is(.sidebar, .top-bar, .tab-strip):visible').count()).toBe(0)
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect(await shown.locator('.print-head').innerText()).toMatch(
    new RegExp(`${orderNo}.*Printed by .+ \\(staff/\\d+\\), \\d+ \\w+ 20\\d\\d`, 's'),
  )
  expect(await shown.getByText('S*** W***').first().isVisible()).toBe(true)
  const lefts = await shown
    .locator('.facts')
    .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().left)))])
  expect(lefts).toHaveLength(2)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)!.length).toBeLessThanOrEqual(3)
  await close()
})

test('paper is white, also for whoever works in the dark', async () => {
  const orderNo = await passed()
  const { page, close } = await openAs('reviewLead', { scheme: 'dark' })
  await show(page, orderNo)
  const root = page.locator('html')
  expect(await root.getAttribute('class')).toContain('bp6-dark')
  const colour = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('.page .detail-standing .bp6-tag')!).color)
  const onScreen = await colour()
  await page.evaluate(() =>
    addEventListener('beforeprint', () => {
      const { color } = getComputedStyle(document.querySelector('.page .detail-standing .bp6-tag')!)
      document.body.dataset['printed'] = [color, document.documentElement.style.colorScheme].join(' ')
    }),
  )
  await page.pdf({ format: 'A4' })
  expect(await colour()).toBe(onScreen)
  await page.evaluate(() => document.documentElement.classList.remove('bp6-dark'))
  expect(await page.locator('body').getAttribute('data-printed')).toBe(`${await colour()} light`)
  await close()
})

test('the buttons of an order stay where they are when more of them come', async () => {
  const orderNo = await waitingOrder(served)
  const { page, close } = await openAs('reviewer1')
  await show(page, orderNo)
  const head = page.locator('.page:visible .detail-head')
  const places = async (button: string) => {
    const first = await head.getByRole('button', { name: button }).boundingBox()
    return [first!.x, first!.y, (await head.boundingBox())!.height]
  }
  const before = await places('Take')
  await head.getByRole('button', { name: 'Take' }).click()
  await head.getByRole('button', { name: 'Release' }).waitFor()
  expect(await places('Pass')).toEqual(before)
  await close()
})

test('an order that there is none of says so, with ways on', async () => {
  const { page, close } = await openAs('reviewer1')
  await page.goto(served.url + to.approveDetail({ orderNo: 'LK1' }))
  await page.getByRole('heading', { name: 'There is no order LK1' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'First review queue' }).click()
  await page.waitForURL(`**${to.reviewFirstWait()}`)
  const shown = page.getByRole('heading', { level: 1 }).filter({ visible: true })
  await expect.poll(() => shown.allInnerTexts()).toEqual(['First review queue'])
  await close()
})

describe.each(languages)('in %s', (language) => {
  test.each([
    { width: 1440, scheme: 'light' },
    { width: 800, scheme: 'dark' },
  ] as const)(
    'a past step, the viewer and an unknown order are free of flaws at $width pixels in the $scheme',
    async (look) => {
      const orderNo = await withDocuments()
      const reviewer = await served.login('reviewer1')
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      await reviewer.data(approval.addNote, { orderNo, text: 'Line' })
      const { page, problems, close } = await openAs('reviewer1', { language, ...look })
      await show(page, orderNo, '?at=2')
      await page.locator('.changes tbody tr').first().waitFor()
      await page.locator('.course-drawing [aria-current]').waitFor()
      expect(await flaws(page), 'a past step').toEqual([])
      await page.locator('.documents button').first().click()
      await page.locator('.viewer img').waitFor()
      expect(await flaws(page), 'the viewer').toEqual([])
      await page.goto(served.url + to.approveDetail({ orderNo: 'LK1' }))
      await page.locator('.notice').waitFor()
      expect(await flaws(page), 'an unknown order').toEqual([])
      expect(problems).toEqual([])
      await close()
    },
  )
})
