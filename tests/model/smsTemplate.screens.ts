import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { SmsTemplate } from '../../src/machines/smsTemplate.ts'
import { commands } from '../../src/services/smsTemplate.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'
import { smsTemplateProcess } from './smsTemplate.driver.ts'
import { type Move, smsTemplateModel } from './smsTemplate.moves.ts'

const say = english('smsTemplate')
const press = pressing(smsTemplateModel, 'smsTemplate')

/** At the list of templates, which identifies one by its name. */
export const smsTemplateOnScreens = () => {
  const { title, ...process } = smsTemplateProcess()
  const itsRow = (page: Page) => page.getByRole('row').filter({ has: page.getByText(title(), { exact: true }) })
  const inRow = (page: Page, _version: number, fact: Fact) => press(page, itsRow(page), fact)
  const templateDrafted = (page: Page, _version: number, fact: Fact) => press(page, page, fact)

  const screens: Screens<Move, SmsTemplate> = {
    at: () => to.smsSendManage(),
    does: { ...Object.fromEntries(Object.keys(commands).map((type) => [type, inRow])), templateDrafted },
    shows: (page, place) => [itsRow(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
