import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { Reminder } from '../../src/machines/reminder.ts'
import { commands } from '../../src/services/reminder.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { reminderProcess } from './reminder.driver.ts'
import { type Move, reminderModel } from './reminder.moves.ts'

const say = english('reminder')
const press = pressing(reminderModel, 'reminder')

/** At the list, which identifies a reminder by its template. */
export const reminderOnScreens = () => {
  const { template, ...process } = reminderProcess()
  const itsRow = (page: Page) => page.getByRole('row').filter({ has: page.getByText(template(), { exact: true }) })
  const inRow = (page: Page, _version: number, fact: Fact) => press(page, itsRow(page), fact)
  const reminderDrafted = (page: Page, _version: number, fact: Fact) => press(page, page, fact)

  const screens: Screens<Move, Reminder> = {
    at: () => to.reminders(),
    does: { ...Object.fromEntries(Object.keys(commands).map((type) => [type, inRow])), reminderDrafted },
    shows: (page, place) => [itsRow(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
