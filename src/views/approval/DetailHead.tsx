import { Callout } from '@blueprintjs/core'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Detail } from '../../services/approval.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { Neighbours } from '../detail/record/Neighbours.tsx'
import { Waiting } from '../list/cells.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { ClaimLeft, referTag, stateTag } from './parts.tsx'
import { subjectOfDetail } from './subject.ts'

type DetailHeadProps = {
  detail: Detail
  onReload: () => void
  /** Receives the element for the buttons of the order's payout. */
  payoutAt: (element: HTMLElement | null) => void
}

/** The application's heading, state and commands. */
export const DetailHead = ({ detail, onReload, payoutAt }: DetailHeadProps) => {
  const subject = subjectOfDetail(detail)
  const home = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <header className="detail-head">
        <Standing detail={detail} home={home} />
        <Neighbours />
        {detail.asOf === null && (
          <>
            <div className="detail-actions">
              <OfferButtons subject={subject} />
              <div ref={payoutAt} className="detail-payout" />
            </div>
            <CommandDialog subject={subject} home={home} onReload={onReload} />
          </>
        )}
      </header>
      <WhoSees detail={detail} />
    </>
  )
}

type StandingProps = { detail: Detail; home?: RefObject<HTMLHeadingElement | null> }

export const Standing = ({ detail: { order, asOf }, home }: StandingProps) => {
  const format = useFormat()
  const { t } = format
  const isWaiting = /^(first|final)Review\./.test(order.state) && !order.holder
  return (
    <div className="detail-standing">
      <h1 ref={home} tabIndex={-1}>
        {order.orderNo}
      </h1>
      {stateTag(order.state, format)}
      {asOf !== null && <Tag intent="warning">{t('detail:asOf', { when: format.instant(asOf) })}</Tag>}
      <Tag>{t('approval:screen.roundNo', { round: order.round })}</Tag>
      {order.refer && referTag(format)}
      {order.holder && <span>{t('approval:screen.heldBy', { name: order.holderName })}</span>}
      {asOf === null && order.claimDue !== null && <ClaimLeft due={order.claimDue} />}
      {asOf === null && isWaiting && (
        <span>
          {t('approval:screen.waitingFor')} <Waiting since={order.since} />
        </span>
      )}
    </div>
  )
}

/** Whether the customer's data is visible, and why. Always rendered, so that a change does not shift the layout. */
const WhoSees = ({ detail: { masked, order, asOf } }: { detail: Detail }) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const claim = order.state.startsWith('final') ? 'approve.finalClaim' : 'approve.firstClaim'
  const mayClaim = order.state.endsWith('.wait') && user.interfaces.includes(claim)
  const now = order.holder
    ? 'approval:screen.maskedHeld'
    : mayClaim
      ? 'approval:screen.maskedClaim'
      : 'approval:screen.maskedClosed'
  const reason = !masked ? 'approval:screen.opened' : asOf === null ? now : 'approval:screen.maskedClosed'
  return (
    <Callout compact className="detail-masked">
      {t(reason, { name: order.holderName })}
    </Callout>
  )
}
