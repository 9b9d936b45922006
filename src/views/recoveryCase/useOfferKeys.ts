import { useOffers } from '../detail/command/OfferButtons.tsx'
import type { Subject } from '../detail/command/subject.ts'
import { useCommand } from '../detail/command/useCommand.ts'
import { isForPage, useKeys } from '../shared/keys.ts'

const events: Readonly<Record<string, string>> = {
  c: 'contacted',
  o: 'outcomeNoted',
  p: 'promised',
  b: 'callBackSet',
}

/** Starts what a holder does with a case by one key each: contact, outcome, promise, call-back. */
export const useOfferKeys = (subject: Subject) => {
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
