import type { Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import type { Message } from '../../src/machines/message.ts'
import { to } from '../../src/machines/paths.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import { messageProcess } from './message.driver.ts'
import { type Move, messageModel } from './message.moves.ts'
import type { Screens } from './office.browser.ts'

const say = english('message')
const press = pressing(messageModel, 'message')

const omitted = (fact: Fact, name: string): Fact =>
  Object.fromEntries(Object.entries(fact).filter(([one]) => one !== name)) as Fact

/** At the order's detail, which has its messages. */
export const messageOnScreens = () => {
  const { orderNo, ...process } = messageProcess()
  const part = (page: Page) => page.getByRole('region', { name: say('screen.ofOrder') })

  const screens: Screens<Move, Message> = {
    at: () => to.approveDetail({ orderNo: orderNo() }),
    // The app of an order speaks; only a lead's form asks for it.
    does: { messageQueued: (page, _version, fact) => press(page, part(page), omitted(fact, 'app')) },
    shows: (page, place) => [part(page).getByText(new RegExp(`^${say(`state.${place}`)}( ·|$)`))],
  }
  return { process, screens }
}
