import type { Page } from 'playwright-core'
import type { Message } from '../../src/machines/message.ts'
import { to } from '../../src/machines/paths.ts'
import { english } from './english.ts'
import { pressing } from './forms.ts'
import { messageProcess } from './message.desk.ts'
import { type Move, messageModel } from './message.moves.ts'
import type { Screens } from './office.browser.ts'

const say = english('message')
const press = pressing(messageModel, 'message')

/** At the list, which identifies a message by its order. */
export const messageOnScreens = () => {
  const { orderNo, ...process } = messageProcess()
  const itsRow = (page: Page) => page.getByRole('row').filter({ hasText: orderNo() })

  const screens: Screens<Move, Message> = {
    at: () => to.message(),
    does: { messageQueued: (page, _version, fact) => press(page, page, fact) },
    shows: (page, place) => [itsRow(page).getByText(say(`state.${place}`), { exact: true })],
  }
  return { process, screens }
}
