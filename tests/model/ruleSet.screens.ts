import type { Page } from 'playwright-core'
import { to } from '../../src/machines/paths.ts'
import type { RuleSet } from '../../src/machines/ruleSet.ts'
import { ruleSetFacts } from '../machines/ruleSet.events.ts'
import { english } from './english.ts'
import type { Screens } from './office.browser.ts'
import { edited, ruleSetProcess, title as firstTitle } from './ruleSet.driver.ts'
import type { Move } from './ruleSet.moves.ts'

const say = english('ruleSet')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** At the page of the rules, which shows the newest version. */
export const ruleSetOnScreens = () => {
  const { known, ...process } = ruleSetProcess()
  const press = (type: Move['type']) => async (page: Page) => {
    await button(page, say(`action.${type}`)).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say(`action.${type}`) })
      .click()
  }
  const screens: Screens<Move, RuleSet> = {
    at: () => to.riskRuleConfig(),
    does: {
      drafted: async (page) => {
        await page.getByRole('button', { name: /^Built-in rules/ }).click()
        await page.getByRole('region', { name: /^Built-in rules/ }).waitFor()
        await button(page, 'New draft').click()
        await page.getByRole('dialog').getByLabel('Title').fill(firstTitle)
        await button(page, say('action.drafted')).click()
      },
      edited: async (page, version) => {
        const draft = edited(version)
        await page.getByLabel('Title', { exact: true }).fill(draft.title)
        await page.getByLabel('Best score').fill(String(draft.content.best))
        await button(page, say('action.edited')).click()
      },
      tried: async (page) => {
        await page.getByLabel('Order number').fill(known().orderNo)
        await button(page, 'Try').click()
        await button(page, 'Record as a test').click()
      },
      publishProposed: press('publishProposed'),
      published: press('published'),
      publishRefused: async (page) => {
        await button(page, say('action.publishRefused')).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(say('ask.reason')).fill(ruleSetFacts.publishRefused.reason)
        await dialog.getByRole('button', { name: say('action.publishRefused') }).click()
      },
      discarded: press('discarded'),
    },
    shows: (page, place, { title, tests }) => {
      const listed = page.getByRole('navigation', { name: 'Versions' }).getByRole('button', {
        name: new RegExp(`^Version ${known().number} ?${say(`state.${place}`)} ?${title}$`),
      })
      const tried = page.getByRole('region', { name: 'What this version was tried on' }).getByRole('listitem')
      return place === 'tested' ? [listed, tried.nth(tests.length - 1)] : [listed]
    },
  }
  return { process, screens }
}
