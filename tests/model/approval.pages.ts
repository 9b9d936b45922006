import type { Page } from 'playwright-core'
import { approvalMachine } from '../../src/machines/approval.ts'
import { stepsOf } from '../../src/machines/chart.ts'
import { says } from './approval.fact.ts'
import type { Move } from './approval.moves.ts'
import type { Order } from './approval.server.ts'
import { english } from './english.ts'
import { type IdOf, placeOf } from './model.ts'

const say = english('approval')
const asks = new Map(stepsOf(approvalMachine).map(({ event, meta }) => [event, meta.asks ?? []]))

/** Presses a move's button, and fills in its dialog with the common input. */
export const press = async (page: Page, { type, to }: Move, idOf: IdOf) => {
  const button = page.getByRole('button', { name: say(`action.${type}`), exact: true })
  await button.waitFor()
  // A button that came under a resting pointer does nothing.
  await page.mouse.move(1, 1)
  await button.click()
  if (asks.get(type)!.length === 0) return
  const dialog = page.getByRole('dialog')
  for (const ask of asks.get(type)!) {
    const field = dialog.getByLabel(say(`ask.${ask}`))
    if (ask === 'to') await field.selectOption(idOf(to!))
    if (ask === 'amount') await field.fill(String(says.pass.amount))
    if (ask === 'term') await field.selectOption(String(says.pass.term))
    if (ask === 'reason') await field.selectOption(says.verdict.reason)
    if (ask === 'mend') for (const one of says.mend) await dialog.getByText(say(`mend.${one}`), { exact: true }).click()
    if (ask === 'note') await field.fill(type.endsWith('Passed') ? says.pass.note : says.verdict.note)
  }
  await dialog.getByRole('button', { name: say(`action.${type}`), exact: true }).click()
}

/** The expected state and history of a detail, newest first. */
export const showing = ({ standing }: Order) => ({
  state: say(`state.${placeOf(standing)}`),
  history: standing.path.map(({ type }) => say(`event.${type}`)).toReversed(),
})

/** The state and history that a detail shows, once it has caught up with the order or the time is over. */
export const shown = async (page: Page, order: Order): Promise<ReturnType<typeof showing>> => {
  const { state, history } = showing(order)
  const heading = page.getByRole('heading', { name: order.orderNo })
  const tag = page.locator('header', { has: heading }).locator('h1 + *')
  // The payout has a list of steps on the same page.
  const course = page.getByRole('region', { name: english('approval')('screen.history'), exact: true })
  const steps = course.getByRole('listitem').filter({ has: page.getByRole('time') })
  const came = Promise.all([tag.getByText(state, { exact: true }).waitFor(), steps.nth(history.length - 1).waitFor()])
  await came.catch(() => {})
  return {
    state: (await tag.allTextContents()).join(),
    history: await steps.locator('strong').allTextContents(),
  }
}
