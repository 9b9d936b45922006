import type { Page } from 'playwright-core'
import type { Contact } from '../../src/machines/contact.facts.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import { contactProcess } from './contact.driver.ts'
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

  /** A labelled fact of the part; `value` is its whole text, or a part of it. */
  const factOf = (page: Page, label: string, value: string | RegExp) =>
    part(page)
      .locator('dl > div')
      .filter({ has: page.getByText(say(`screen.${label}`), { exact: true }) })
      .getByText(value, { exact: true })

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
      contactLifted: inPart,
      liftRefused: inPart,
    },
    shows: (page, place, { attempts, hours, consents, relatives, lift }) => [
      ...(attempts.some(({ outcome }) => outcome === null)
        ? [part(page).getByText(say('screen.noOutcome')).first()]
        : []),
      part(page).getByText(say(`state.${place}`), { exact: true }),
      factOf(page, 'hours', hours ? `${hours.opens}–${hours.closes}, ${say(`days.${hours.days}`)}` : '–'),
      factOf(
        page,
        'consents',
        consents
          .map(({ purpose, channel, given }) =>
            say(given ? 'screen.given' : 'screen.withdrawn').replace(
              '{{what}}',
              `${say(`purpose.${purpose}`)}, ${say(`channel.${channel}`)}`,
            ),
          )
          .join('; ') || '–',
      ),
      factOf(
        page,
        'relatives',
        relatives.length === 0
          ? '–'
          : new RegExp(say(relatives[0]!.confirmed ? 'screen.agrees' : 'screen.refuses').replace('{{who}}', '.+')),
      ),
      factOf(page, 'lift', lift ? lift.reason : '–'),
    ],
  }
  return { process, screens }
}
