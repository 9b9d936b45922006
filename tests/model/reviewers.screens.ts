import type { Page } from 'playwright-core'
import { to } from '../../src/machines/paths.ts'
import type { Reviewer } from '../../src/machines/reviewer.ts'
import type { ReviewGroup } from '../../src/machines/reviewGroup.ts'
import { english } from './english.ts'
import type { Screens } from './office.browser.ts'
import { type Move as ReviewerMove, weightAt } from './reviewer.moves.ts'
import { groupProcess, reviewerProcess } from './reviewers.driver.ts'
import { groupFacts, type Move as GroupMove } from './reviewGroup.moves.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (page: Page, name: string | RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/** A reviewer at the switch on each of their pages, and a lead at the list of reviewers. */
export const reviewerOnScreens = () => {
  const { login, ...process } = reviewerProcess()
  const say = english('reviewer')
  const mine = english('reviewers')
  const switchOf = { away: mine('mine.off'), atWork: mine('mine.on') }
  const screens: Screens<ReviewerMove, Reviewer> = {
    at: (by) => (by === 'reviewLead' ? to.reviewerManage() : to.reviewFirstWait()),
    does: {
      signedIn: (page) => button(page, switchOf.away).click(),
      signedOut: (page) => button(page, switchOf.atWork).click(),
      sentHome: (page) =>
        rowOf(page, login())
          .getByRole('button', { name: say('action.sentHome') })
          .click(),
      weightSet: (page, version) =>
        page.getByLabel(`Weight of ${login()}`, { exact: true }).selectOption(String(weightAt(version))),
    },
    shows: (page, place, _, by) => {
      if (by !== 'reviewLead') return [button(page, switchOf[place as keyof typeof switchOf])]
      const row = rowOf(page, login())
      const away = row.getByText(say('state.away'), { exact: true })
      return [place === 'away' ? away : row.getByRole('button', { name: say('action.sentHome') })]
    },
  }
  return { process, screens }
}

/** A lead at the page of groups. */
export const groupOnScreens = () => {
  const say = english('reviewGroup')
  const { groupCreated: made, groupChanged: other } = groupFacts
  const itsRow = (page: Page) => rowOf(page, new RegExp(`^(${made.name}|${other.name}) `))
  const press = (page: Page, type: GroupMove['type']) =>
    itsRow(page)
      .getByRole('button', { name: say(`action.${type}`), exact: true })
      .click()

  const screens: Screens<GroupMove, ReviewGroup> = {
    at: () => to.reviewGroup(),
    does: {
      groupCreated: async (page) => {
        await button(page, say('action.groupCreated')).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Name').fill(made.name)
        await dialog.getByText('DanaKios', { exact: true }).click()
        await dialog.getByText('APP grouping', { exact: true }).click()
        await dialog.getByLabel('Limit each').fill(String(made.capacity))
        await dialog.getByRole('button', { name: 'Add a shift' }).click()
        for (const day of ['Mon', 'Tue', 'Wed', 'Thu']) await dialog.getByLabel(day).uncheck()
        await dialog.getByLabel('Sat').check()
        await dialog.getByLabel('From').fill(made.shifts[0]!.from)
        await dialog.getByLabel('To', { exact: true }).fill(made.shifts[0]!.to)
        await dialog.getByRole('button', { name: 'Save' }).click()
      },
      groupChanged: async (page) => {
        await itsRow(page)
          .getByRole('button', { name: say('action.groupChanged') })
          .click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Name').fill(other.name)
        await dialog.getByText('Final review', { exact: true }).click()
        await dialog.getByText('APP grouping', { exact: true }).click()
        await dialog.getByText('DanaKios', { exact: true }).click()
        await dialog.getByLabel('Limit each').fill(String(other.capacity))
        await dialog.getByRole('button', { name: 'Remove shift 1' }).click()
        await dialog.getByRole('button', { name: 'Save' }).click()
      },
      groupClosed: async (page) => {
        await press(page, 'groupClosed')
        await page
          .getByRole('dialog')
          .getByRole('button', { name: say('action.groupClosed') })
          .click()
      },
      groupReopened: (page) => press(page, 'groupReopened'),
    },
    shows: (page, place, { name }) => {
      const row = rowOf(page, name)
      const open = row.getByRole('button', { name: say('action.groupClosed'), exact: true })
      return [place === 'open' ? open : row.getByText(say(`state.${place}`), { exact: true })]
    },
  }
  return { process: groupProcess(), screens }
}
