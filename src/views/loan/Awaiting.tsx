import { Callout } from '@blueprintjs/core'
import { useConsole } from '../shared/console.ts'
import { dayIn } from '../shared/day.ts'
import { type Format, useFormat } from '../shared/format.ts'
import { whoDid } from '../shared/who.ts'
import { placeOf, type Told } from './subject.ts'

/** A pending proposal: its text, the event that proposed it, and the interfaces that may decide it. */
type Waiting = { what: string; since: string; interfaces: readonly string[] }

const reductionOf = ({ state: { context } }: Told, format: Format): Waiting => {
  const { amount, until } = context.reduction!
  return {
    what: format.t('loan:detail.waiting.reduction', { amount: format.money(amount), until: dayIn(until, format) }),
    since: 'reductionRequested',
    interfaces: ['repay.approveReduction', 'repay.approveLargeReduction'],
  }
}

const reversalOf = ({ state: { context } }: Told, format: Format): Waiting => {
  const { txid } = context.proposal!
  const entry = context.entries.find((one) => 'reversed' in one && one.txid === txid)!
  return {
    what: format.t('loan:detail.waiting.reversal', {
      txid,
      amount: 'amount' in entry ? format.money(entry.amount) : '',
      day: dayIn(entry.day, format),
    }),
    since: 'reversalProposed',
    interfaces: ['repay.confirmReversal'],
  }
}

const writeOff = ({ t }: Format): Waiting => ({
  what: t('loan:detail.waiting.writeOff'),
  since: 'writeOffProposed',
  interfaces: ['repay.confirmWriteOff'],
})

const waitingIn = (told: Told, format: Format): Waiting[] => {
  const proposal = placeOf(told.state, 'proposal')
  return [
    ...(placeOf(told.state, 'reduction') === 'requested' ? [reductionOf(told, format)] : []),
    ...(proposal === 'reversal' ? [reversalOf(told, format)] : []),
    ...(proposal === 'writeOff' ? [writeOff(format)] : []),
  ]
}

/** The proposals that wait for a second person: who made each, why, and who may decide it. */
export const Awaiting = ({ told }: { told: Told }) => {
  const format = useFormat()
  return waitingIn(told, format).map((waiting) => <OneAwaiting key={waiting.since} told={told} {...waiting} />)
}

const OneAwaiting = ({ told, what, since, interfaces }: Waiting & { told: Told }) => {
  const { t, instant } = useFormat()
  const { user } = useConsole()
  const step = told.history.slice(0, told.version).findLast(({ type }) => type === since)
  if (!step) return null
  const mayConfirm = interfaces.some((name) => user.interfaces.includes(name))
  const whom = step.by === user.id ? 'yours' : mayConfirm ? 'you' : 'others'
  return (
    <Callout compact intent="primary" className="loan-awaiting screen-only">
      <p>
        <strong>{what}</strong> {t('loan:detail.waiting.by', { who: whoDid(t, step), when: instant(step.at) })}
      </p>
      {typeof step.details.reason === 'string' && <blockquote>{step.details.reason}</blockquote>}
      {told.isNow && <p>{t(`loan:detail.waiting.${whom}`)}</p>}
    </Callout>
  )
}
