import type { Contact } from '../../services/contact.ts'
import type { Format } from '../shared/format.ts'

// Who opted out gave no reason; the way they did it stands in its place.
const reasonOf = (reason: string, t: Format['t']) =>
  reason === 'app' || reason === 'link' ? t(`contact:screen.optedOut.${reason}`) : reason

/** Who barred contact why, and why that is to be lifted, as far as it is so. */
export const barFacts = ({ barred, covered, lift }: Contact, t: Format['t']): Record<string, string> => ({
  ...(barred && { 'contact:screen.barred': reasonOf(barred.reason, t) }),
  ...(covered && { 'contact:screen.covered': reasonOf(covered.reason, t) }),
  ...(lift && { 'contact:screen.lift': lift.reason }),
})

/** The wishes of the person and of their emergency contacts, and who barred contact why. */
export const contactFacts = (
  { hours, consents, relatives, asked, barred, covered, lift }: Contact,
  t: Format['t'],
) => ({
  'contact:screen.hours': hours && `${hours.opens}–${hours.closes}, ${t(`contact:days.${hours.days}`)}`,
  'contact:screen.consents': consents
    .map(({ purpose, channel, given }) =>
      t(given ? 'contact:screen.given' : 'contact:screen.withdrawn', {
        what: `${t(`contact:purpose.${purpose}`)}, ${t(`contact:channel.${channel}`)}`,
      }),
    )
    .join('; '),
  'contact:screen.relatives': relatives
    .map(({ relative, confirmed }) =>
      t(confirmed ? 'contact:screen.agrees' : 'contact:screen.refuses', {
        who: asked.find((one) => one.relative === relative)?.name ?? '–',
      }),
    )
    .join('; '),
  'contact:screen.barred': barred && reasonOf(barred.reason, t),
  'contact:screen.covered': covered && reasonOf(covered.reason, t),
  'contact:screen.lift': lift?.reason,
})
