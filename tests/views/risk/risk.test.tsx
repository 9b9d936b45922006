import { screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { to } from '../../../src/machines/paths.ts'
import * as risk from '../../../src/services/risk.ts'
import { passing } from '../../kit/passing.ts'
import { aBrowser } from '../browser.tsx'
import { lineTo } from '../line.ts'

const browser = aBrowser()
beforeAll(() => browser.server().feed.start())
afterEach(() => browser.network.resetHandlers())

const open = async (who = 'risk', version = 'builtin-1') => {
  const window = await browser.openAs(who, { path: `${to.riskRuleConfig()}?version=${version}` })
  await page.findByRole('table', { name: 'Rules' })
  return window
}
const drafted = async (title = 'Mine') => {
  const maker = await browser.server().login('risk')
  const { stream } = await maker.data(risk.draft, { title, base: 'builtin-1' })
  return { maker, number: Number(stream.slice('ruleSet/'.length)) }
}
const rules = () => page.findByRole('table', { name: 'Rules' })

describe('the rules that came with the program', () => {
  test('stand by category, each with when it hits and what it does, and are not edited', async () => {
    await open()
    const table = await rules()
    const row = within(table).getByRole('row', { name: /Income too low/ })
    expect(within(row).getByText('monthlyIncome < 2500000')).toBeTruthy()
    expect(within(row).getByText('−120')).toBeTruthy()
    const headings = within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
    expect(headings.indexOf('Credit bureau')).toBeGreaterThan(headings.indexOf('Identity'))
    expect(page.queryByRole('button', { name: /^Remove/ })).toBeNull()
    expect(page.queryByRole('button', { name: 'Save draft' })).toBeNull()
  })
})

describe('a draft', () => {
  test('is edited in a form that says what is wrong with it, and saved as a whole', async () => {
    const { maker, number } = await drafted()
    const { user } = await open('risk', String(number))
    await user.click(await page.findByRole('button', { name: 'Edit Income too low' }))
    const dialog = within(await page.findByRole('dialog'))
    const expression = dialog.getByLabelText(/^Hits when/)
    await user.clear(expression)
    await user.type(expression, 'gender > 5')
    expect(await dialog.findByText('Numbers, text and yes/no are mixed: “gender > 5”')).toBeTruthy()
    await user.clear(expression)
    await user.type(expression, 'monthlyIncome < 3000000')
    expect(await dialog.findByText('Reads: Monthly income')).toBeTruthy()
    await user.clear(dialog.getByLabelText('Points'))
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(await dialog.findByText('A whole number from 1 to 1,000')).toBeTruthy()
    await user.type(dialog.getByLabelText('Points'), '150')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await user.click(page.getByRole('button', { name: 'Save draft' }))
    await waitFor(async () => {
      const { content } = await maker.data(risk.version, { version: String(number) })
      const { expression: saved, points } = content.rules.find(({ name }) => name === 'incomeTooLow')!
      expect([saved, points]).toEqual(['monthlyIncome < 3000000', 150])
    })
    expect(within(await rules()).getByText('monthlyIncome < 3000000')).toBeTruthy()
  })

  test('takes no rule without a condition, and asks for it only when the rule is applied', async () => {
    const { number } = await drafted()
    const { user } = await open('risk', String(number))
    await user.click(await page.findByRole('button', { name: 'Add a rule' }))
    const dialog = within(await page.findByRole('dialog'))
    const expression = dialog.getByLabelText(/^Hits when/)
    await user.type(expression, 'gender > 5')
    expect(await dialog.findByText('Numbers, text and yes/no are mixed: “gender > 5”')).toBeTruthy()
    await user.clear(expression)
    expect(expression).toHaveProperty('ariaInvalid', 'false')
    expect(dialog.queryByText('Say when the rule hits')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(await dialog.findByText('Say when the rule hits')).toBeTruthy()
  })

  test('with problems names each with its rule, and keeps what was typed', async () => {
    const { number } = await drafted()
    const { user } = await open('risk', String(number))
    const best = await page.findByLabelText('Best score')
    await user.clear(best)
    await user.type(best, '700')
    await user.click(page.getByRole('button', { name: 'Save draft' }))
    expect((await page.findByRole('alert')).textContent).toContain('Each rating begins lower than the one before it')
    expect((best as HTMLInputElement).value).toBe('700')
    await user.click(page.getByRole('button', { name: 'Discard changes' }))
    expect(page.queryByRole('alert')).toBeNull()
  })

  test('with more problems than are named says how many more', async () => {
    const { maker, number } = await drafted()
    const { content } = await maker.data(risk.version, { version: 'builtin-1' })
    const rule = { ...content.rules[0]!, expression: 'gender > 5' }
    const flawed = { ...content, rules: Array.from({ length: 23 }, (_, nth) => ({ ...rule, name: `flawed${nth}` })) }
    const { store, clock } = browser.server().server
    // As a version would have stored it that takes what this one refuses.
    const edited = { type: 'edited', by: maker.id, at: clock.now(), title: 'Flawed', content: flawed } as const
    await store.send({ stream: `ruleSet/${number}`, event: edited, via: risk.save.id, key: crypto.randomUUID() })
    const { user } = await open('risk', String(number))
    const best = await page.findByLabelText('Best score')
    await user.clear(best)
    await user.type(best, '790')
    await user.click(page.getByRole('button', { name: 'Save draft' }))
    const alert = within(await page.findByRole('alert'))
    expect(alert.getAllByRole('listitem')).toHaveLength(20)
    expect(alert.getByText('Some fields need correcting: 3 more are not named here')).toBeTruthy()
  })

  test('that somebody else has saved meanwhile keeps what was typed, and can be saved on top of it', async () => {
    const { maker, number } = await drafted()
    const { user } = await open('risk.2', String(number))
    const best = await page.findByLabelText('Best score')
    await user.clear(best)
    await user.type(best, '790')
    const { content } = await maker.data(risk.version, { version: 'builtin-1' })
    await maker.data(risk.save, { number, version: 1, title: 'Theirs', content })
    await user.click(await page.findByRole('button', { name: 'Save draft' }))
    await user.click(await page.findByRole('button', { name: 'Save mine over it' }))
    await waitFor(async () => {
      const { row, content: saved } = await maker.data(risk.version, { version: String(number) })
      expect([saved.best, row!.version]).toEqual([790, 3])
    })
  })

  test('is tried on an order, and the try is written down once', async () => {
    const orderNo = await browser.server().apply(passing())
    await browser.server().settle()
    const { number } = await drafted()
    const keys = lineTo(browser, risk.test).keys()
    const { user } = await open('risk', String(number))
    await user.type(await page.findByLabelText('Order number'), `${orderNo}{Enter}`)
    expect(await page.findByText('The decision stays')).toBeTruthy()
    const row = within(await page.findByRole('table', { name: 'Test bench' })).getByRole('row', {
      name: /Income too low/,
    })
    expect(within(row).getByText('IDR 6,000,000')).toBeTruthy()
    await user.dblClick(page.getByRole('button', { name: 'Record as a test' }))
    expect(await page.findByText('0 decisions change')).toBeTruthy()
    expect(keys).toHaveLength(1)
  })
})

test('what an edition made of an order is not shown beside the next edition', async () => {
  const orderNo = await browser.server().apply(passing())
  await browser.server().settle()
  const { maker, number } = await drafted()
  const { user } = await open('risk', String(number))
  await user.type(await page.findByLabelText('Order number'), `${orderNo}{Enter}`)
  expect(await page.findByText('The decision stays')).toBeTruthy()
  const { content } = await maker.data(risk.version, { version: 'builtin-1' })
  await maker.data(risk.save, { number, version: 1, title: 'Next', content: { ...content, best: 790 } })
  await page.findByRole('region', { name: 'Next' })
  expect(page.queryByText('The decision stays')).toBeNull()
})

test('who proposed a version reads why somebody else has to put it in force', async () => {
  const orderNo = await browser.server().apply(passing())
  await browser.server().settle()
  const { maker, number } = await drafted()
  await maker.data(risk.test, { number, version: 1, orderNo })
  await maker.data(risk.propose, { number, version: 2 })
  await open('risk', String(number))
  const barred = await page.findByRole('button', { name: 'Put in force' })
  expect(barred.getAttribute('aria-disabled')).toBe('true')
  expect(page.getByText('Whoever proposed it cannot put it in force')).toBeTruthy()
})
