import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { to } from '../../src/machines/paths.ts'
import { firstRules } from '../../src/machines/rules.first.ts'
import * as backtest from '../../src/services/backtest.ts'
import * as risk from '../../src/services/risk.ts'
import { logIn } from '../kit/logIn.ts'
import { consolePages } from '../kit/pages.ts'

const { served, newPage } = consolePages({ orders: 200 })
let page: Page
beforeEach(async () => {
  page = await newPage()
})

test('a draft with another rule is tried on the applications of three months, and a cell opens its orders', async () => {
  const analyst = await served.login('risk')
  const { stream, version } = await analyst.data(risk.draft, { title: 'Older applicants', base: 'builtin-1' })
  const draft = stream.slice('ruleSet/'.length)
  const rules = firstRules.rules.map((rule) =>
    rule.name === 'ageOutOfRange' ? { ...rule, expression: 'age < 35' } : rule,
  )
  const content = { ...firstRules, rules }
  await analyst.data(risk.save, { number: Number(draft), version, title: 'Older applicants', content })

  await logIn(page, served.url, 'risk')
  await page.goto(`${served.url}${to.riskRuleConfig()}?version=${draft}`)
  const section = page.getByRole('region', { name: 'Backtest' })
  await section.getByRole('button', { name: 'Run backtest' }).click()
  await section.getByText('Done').waitFor()

  const { backtests } = await analyst.data(backtest.list, { ruleSet: draft })
  const { result } = await analyst.data(backtest.one, { id: backtests[0]!.id })
  const { count } = result!.cells['passed.rejected']!
  await section.getByRole('button', { name: `Then passed, now rejected: ${count}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Then passed, now rejected' })
  const listed = await analyst.data(backtest.orders, { id: backtests[0]!.id, before: 'passed', now: 'rejected' })
  await expect
    .poll(() => dialog.getByRole('rowheader').allTextContents())
    .toEqual(listed.rows.map(({ orderNo }) => orderNo))
  await dialog.getByRole('button', { name: 'Close' }).click()

  // The backtest's result has reached the draft, which makes it proposable.
  await page.getByText(`Backtest over ${result!.judged} orders`).waitFor()
})
