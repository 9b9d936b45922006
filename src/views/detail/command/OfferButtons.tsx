import { useTranslation } from 'react-i18next'
import type { Offer } from '../../../machines/kernel.ts'
import { useConsole } from '../../shared/console.ts'
import { useOnline } from '../../shared/online.ts'
import { acting } from '../../shared/pointerGuard.ts'
import { BarredButton } from '../form/BarredButton.tsx'
import { MoreOffers } from './MoreOffers.tsx'
import { offersOn } from './offers.ts'
import type { Subject } from './subject.ts'
import { opensDialog, useCommand } from './useCommand.ts'

type OfferButtonsProps = {
  subject: Subject
  /** Only these events, in this order; all offers by default. */
  only?: readonly string[]
  /** In a row or a part of a page. */
  small?: boolean
  /** Of more small buttons, one stands beside a menu of the others. */
  most?: number
  /** Called before a form or confirmation opens. */
  onAsk?: () => void
}

/** The chart's present offers to this person, as buttons. A barred one shows the rule that fails. */
export const OfferButtons = ({ subject, only, small = false, most = 2, onAsk }: OfferButtonsProps) => {
  const { t } = useTranslation()
  const offered = useOffers(subject)
  const { busy, snapshot, start } = useCommand(subject)
  const online = useOnline()
  const { words } = subject.process
  const shown = only ? only.flatMap((event) => offered.filter((offer) => offer.event === event)) : offered

  const deeds = shown.map((offer) => ({
    event: offer.event,
    text: t(`${words}:action.${offer.event}`),
    reason: online ? offer.reason && t(`${words}:guard.${offer.reason}`) : t('shell:offline.barred'),
    intent: offer.tone ?? ('none' as const),
    loading: busy && snapshot?.context.command.event === offer.event,
    // Until the last command shows, a press does nothing; whoever waits for the button is told.
    'aria-disabled': busy || undefined,
    onClick: () => {
      if (busy) return
      if (opensDialog(offer)) onAsk?.()
      start(offer)
    },
  }))
  const beside = small && deeds.length > most ? [deeds.find(({ reason }) => !reason) ?? deeds[0]!] : deeds
  const rest = deeds.filter((deed) => !beside.includes(deed))
  return (
    <>
      {beside.map(({ event, ...deed }) => (
        <BarredButton key={event} {...acting} {...deed} size={small ? 'small' : 'medium'} />
      ))}
      {rest.length > 0 && <MoreOffers deeds={rest} />}
    </>
  )
}

export const useOffers = (subject: Subject): Offer[] => {
  const { user } = useConsole()
  return offersOn(subject, { id: user.id, may: (name) => user.interfaces.includes(name) })
}
