import type { Page } from 'playwright-core'
import type { Contact } from '../../src/machines/contact.facts.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import { contactProcess } from './contact.desk.ts'
import { contactModel, type Move } from './contact.moves.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import type { Screens } from './office.browser.ts'

const say = english('contact')
const press = pressing(contactModel, 'contact')

/** At the detail of the customer's order. */
export const contactOnScreens = () => {
  const { orderNo, ...process } = contactProcess()
  const part = (page: Page) => page.getByRole('region', { name: say('title'), exact: true })
  const inPart = (page: Page, _version: number, fact: Fact) => press(page, part(page), fact)

  const screens: Screens<Move, Contact> = {
    at: () => to.approveDetail({ orderNo: orderNo() }),
    does: {
      outcomeNoted: inPart,
      hoursAgreed: inPart,
      hoursWithdrawn: inPart,
      consentGiven: inPart,
      consentWithdrawn: inPart,
      relativeConfirmed: inPart,
      relativeRefused: inPart,
      marketingBarred: inPart,
      contactBarred: inPart,
      liftProposed: inPart,
      liftConfirmed: inPart,
      liftRefused: inPart,
    },
    shows: (page, place) => [part(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
