import { isForPage, useKeys } from '../../shared/keys.ts'
import { useOffers } from './OfferButtons.tsx'
import type { Subject } from './subject.ts'
import { useCommand } from './useCommand.ts'

/** Starts what the user may do with a record by one key each; `events` has an event for each letter. */
export const useOfferKeys = (subject: Subject, events: Readonly<Record<string, string>>) => {
  const offered = useOffers(subject)
  const { busy, start } = useCommand(subject)
  useKeys((event) => {
    const type = events[event.key.toLowerCase()]
    const offer = offered.find((one) => one.event === type)
    if (!offer || offer.reason || busy || !isForPage(event)) return false
    start(offer)
    return true
  })
}
