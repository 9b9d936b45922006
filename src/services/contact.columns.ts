import { instant, type ListColumns, text, word } from './columns.ts'
import type { Contact } from './contact.ts'

export const contactColumns = {
  name: text('contact:screen.name', (one) => one.name),
  phone: text('contact:screen.phone', (one) => one.phone),
  state: word('contact:screen.state', (one) => `contact:state.${one.state}`),
  lastAt: instant('contact:screen.lastAt', (one) => one.lastAt),
  consents: text('contact:screen.consents', ({ consents }, inWords) =>
    consents
      .filter(({ given }) => given)
      .map(
        ({ purpose, channel }) => `${inWords(`contact:purpose.${purpose}`)} · ${inWords(`contact:channel.${channel}`)}`,
      )
      .join(', '),
  ),
  hours: text('contact:screen.hours', ({ hours }) => hours && `${hours.opens}–${hours.closes}`),
} satisfies ListColumns<Contact>
