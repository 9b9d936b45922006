import type { Locator, Page } from 'playwright-core'
import { stepsOf } from '../../src/machines/chart.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { english } from './english.ts'
import { formInput } from './formInput.ts'
import type { Model } from './model.ts'

/**
 * Presses an event's button and fills in its dialog from the event. `more` has the values that no event contains;
 * `isDoubted`: the form asks once more whether this is meant.
 */
export const pressing = (model: Pick<Model, 'machine'>, words: string) => {
  const say = english(words)
  const steps = new Map(stepsOf(model.machine).map(({ event, meta }) => [event, meta]))

  return async (page: Page, where: Page | Locator, fact: Fact, more: object = {}, isDoubted = false): Promise<void> => {
    const { asks = [], tone } = steps.get(fact.type)!
    await pressIn(page, where, say(`action.${fact.type}`))
    if (asks.length === 0 && tone === undefined) return
    const dialog = page.getByRole('dialog')
    for (const [ask, value] of Object.entries({ ...formInput(model, fact), ...more }))
      await fillIn(dialog.getByLabel(new RegExp(`^${say(`ask.${ask}`)}\\s*(\\(|$)`)), value)
    const submit = dialog.locator('[type=submit]')
    await submit.click()
    if (!isDoubted) return
    await dialog.getByText(meant, { exact: true }).click()
    await submit.click()
  }
}

const moreOffers = english('detail')('moreOffers')
const meant = english('detail')('meant')

/** A row shows two buttons at most; its menu has the others. */
const pressIn = async (page: Page, where: Page | Locator, name: string) => {
  const button = where.getByRole('button', { name, exact: true })
  const others = where.getByRole('button', { name: moreOffers })
  await button.or(others).first().waitFor()
  // A button that came under a resting pointer does nothing.
  await page.mouse.move(1, 1)
  if (await button.isVisible()) return button.click()
  await others.click()
  return page.getByRole('menuitem', { name, exact: true }).click()
}

const fillIn = async (field: Locator, value: unknown) => {
  if (Array.isArray(value)) return tick(field.getByRole('checkbox'), value.map(String))
  const isChoice = await field.evaluate(({ tagName }) => tagName === 'SELECT')
  return isChoice ? field.selectOption(String(value)) : field.fill(String(value))
}

/** Ticks these boxes and no others. */
const tick = async (boxes: Locator, values: readonly string[]) => {
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.setChecked(values.includes(await box.inputValue()), { force: true })
}
