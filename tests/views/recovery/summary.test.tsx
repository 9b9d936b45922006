import { screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { to } from '../../../src/machines/paths.ts'
import { dispatch, hold } from '../../../src/services/recoveryCase.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { openLoan } from '../../kit/loans.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

let today: string
beforeAll(async () => {
  const app = browser.server()
  today = businessDay(app.clock.now())
  // Two days overdue, but for the last one, which is due in two days.
  const held = await openLoan(app, { from: addDays(today, -22) })
  for (const lending of ['DK', 'PW']) await openLoan(app, { from: addDays(today, -22) }, [{ app: lending }])
  await openLoan(app, { from: addDays(today, -18) })
  await app.settle()
  const lead = await app.login('collectionLead')
  const { id: holder } = await app.login('collector')
  await lead.data(dispatch, { orderNo: held, version: 1, holder })
  await lead.data(hold, { orderNo: held, version: 2, reason: 'dispute', from: today, until: today })
  await catchUp(app.db)
})

const linksOf = (stage: string, group: string) =>
  waitFor(() => {
    const row = page.getAllByRole('row').find(({ textContent }) => textContent.startsWith(stage + group))
    return within(row!).getAllByRole('link')
  })

test('a number of cases opens them: those of its stage, group and age, of what was chosen, and of its state', async () => {
  const { user, isAt } = await browser.openAs('collectionLead', {
    path: `${to.summaryCollectinOrders()}?kind=post&app=DK`,
  })
  const [, cases, unassigned] = await linksOf('S1', 'No group')
  expect([cases!.textContent, unassigned!.textContent]).toEqual(['1', '1'])
  await user.click(unassigned!)
  const day = `asOf=${today}..${today}`
  await isAt(`${to.caseStandings()}?stage=s1&group=-&age=1&${day}&kind=post&app=DK&state=unassigned`)
  expect(await page.findByText('1 row')).toBeTruthy()
  expect(page.queryByText(/is not used/)).toBeNull()
})

test('a case before its due day is found by its stage as well', async () => {
  const { user, isAt } = await browser.openAs('collectionLead', { path: to.summaryCollectinOrders() })
  const [line] = await linksOf('Pre-collection', 'No group')
  await user.click(line!)
  await isAt(`${to.caseStandings()}?stage=pre&group=-&age=0&asOf=${today}..${today}`)
  expect(await page.findByText('1 row')).toBeTruthy()
  expect(page.queryByText(/is not used/)).toBeNull()
})
