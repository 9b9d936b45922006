import type { Page } from 'playwright-core'
import type { ApiKey } from '../../src/machines/apiKey.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { Setting } from '../../src/machines/setting.facts.ts'
import { settingFacts } from '../machines/setting.events.ts'
import { apiKeyProcess } from './apiKey.driver.ts'
import { apiKeyModel, type Move as KeyMove } from './apiKey.moves.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { settingProcess } from './setting.driver.ts'
import { type Move, namedAt, settingModel } from './setting.moves.ts'

const say = english('setting')
const sayKey = english('apiKey')
const sayHere = english('setting')

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const at = (kind: string, code?: string) => `${to.setting()}?${new URLSearchParams({ kind, ...(code && { code }) })}`

/** At the list of apps, with the present one opened below. */
export const settingOnScreens = () => {
  const { code, ...process } = settingProcess()
  const press = pressing(settingModel, 'setting')
  const panel = (page: Page) => page.getByRole('region', { name: code(), exact: true })
  const inPanel = (page: Page, _version: number, fact: Fact) => press(page, panel(page), fact)

  const screens: Screens<Move, Setting> = {
    at: () => at('app', code()),
    does: {
      settingProposed: async (page, version) => {
        const onPanel = new RegExp(`^(${sayHere('screen.propose')}|${sayHere('screen.edit')})$`)
        if (version === 0) await button(page, sayHere('screen.new.app')).click()
        else await panel(page).getByRole('button', { name: onPanel }).click()
        const dialog = page.getByRole('dialog')
        if (version === 0) await dialog.getByLabel(say('ask.code')).fill(code())
        await dialog.getByLabel(say('ask.name')).fill(namedAt(version).name)
        await dialog.getByLabel(say('ask.why')).fill(settingFacts.settingProposed.reason)
        await dialog.locator('[type=submit]').click()
      },
      settingConfirmed: inPanel,
      settingRefused: inPanel,
      settingTakenBack: inPanel,
    },
    shows: (page, place) => [
      panel(page)
        .locator('.power-actions')
        .getByText(say(`state.${place}`), { exact: true }),
    ],
  }
  return { process, screens }
}

/** At the list of API keys, which identifies a key by its name. */
export const apiKeyOnScreens = () => {
  const { name, ...process } = apiKeyProcess()
  const press = pressing(apiKeyModel, 'apiKey')
  const itsRow = (page: Page) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: name(), exact: true }) })
  const screens: Screens<KeyMove, ApiKey> = {
    at: () => at('apiKey'),
    does: {
      keyMade: async (page) => {
        await button(page, sayKey('action.keyMade')).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(sayHere('screen.key.name')).fill(name())
        await dialog.locator('[type=submit]').click()
        await button(page, english('common')('close')).click()
      },
      keyRevoked: (page, _version, fact) => press(page, itsRow(page), fact),
    },
    shows: (page, place) => [itsRow(page).getByText(sayKey(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
