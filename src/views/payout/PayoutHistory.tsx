import { businessDay } from '../../machines/calendar.ts'
import { type Payee, type PayoutStep, providerName } from '../../services/payout.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useMoment } from '../detail/record/moment.ts'
import { Timeline } from '../detail/record/Timeline.tsx'
import { dayIn } from '../shared/day.ts'
import { type Format, useFormat } from '../shared/format.ts'
import { OfPayee } from './OfPayee.tsx'

type PayoutHistoryProps = {
  orderNo: string
  history: readonly PayoutStep[]
  /** The version that is shown; 0 before the payout existed. */
  shown: number
}

/** The payout's events with their evidence; each links to the end of its day. */
export const PayoutHistory = ({ orderNo, history, shown }: PayoutHistoryProps) => {
  const { wayToStep, wayToDay } = useMoment()
  return (
    <Facts title="payout:screen.history">
      <Timeline
        steps={history}
        shown={shown}
        newest={history.length}
        words="payout"
        way={(version) =>
          version === undefined ? wayToStep(undefined) : wayToDay(businessDay(history[version - 1]!.at))
        }
        leads="payout:screen.asOfDay"
        renderDetails={(step) => <StepDetails orderNo={orderNo} step={step} />}
      />
    </Facts>
  )
}

const particulars = (
  { amount, channel, channelBefore, txid, day, word, code }: PayoutStep['details'],
  format: Format,
) => [
  ...(amount === undefined ? [] : [format.money(amount)]),
  ...(channel === undefined
    ? []
    : [[...(channelBefore === undefined ? [] : [channelBefore]), channel].map(providerName).join(' → ')]),
  ...(txid === undefined ? [] : [txid]),
  ...(day === undefined ? [] : [format.t('loan:detail.onDay', { day: dayIn(day, format) })]),
  ...(word === undefined ? [] : [format.t(`payout:screen.third.${word}`)]),
  ...(code ? [code] : []),
]

const StepDetails = ({ orderNo, step }: { orderNo: string; step: PayoutStep }) => {
  const format = useFormat()
  const { t } = format
  const { payee, payeeBefore, message, evidence, reason } = step.details
  const lines = particulars(step.details, format)
  return (
    <>
      {lines.length > 0 && <div>{lines.join(' · ')}</div>}
      {payeeBefore && <Account {...{ orderNo, step }} payee={payeeBefore} label={t('payout:screen.oldAccount')} />}
      {payee && <Account {...{ orderNo, step, payee }} label={payeeBefore && t('payout:screen.newAccount')} />}
      {message && <blockquote>{message}</blockquote>}
      {evidence && (
        <>
          <div className="quiet">{t('payout:screen.evidence')}</div>
          <blockquote>{evidence}</blockquote>
        </>
      )}
      {reason && <blockquote>{reason}</blockquote>}
    </>
  )
}

type AccountProps = { orderNo: string; step: PayoutStep; payee: Payee; label?: string | undefined }

const Account = ({ orderNo, step: { type, at }, payee, label }: AccountProps) => {
  const { t, instant } = useFormat()
  // Distinguishes the buttons: the same account occurs in several steps.
  const which = [...(label ? [label] : []), t(`payout:event.${type}`), instant(at)].join(', ')
  return (
    <div>
      {label && <span className="quiet">{label}</span>} {payee.bank}{' '}
      <OfPayee {...{ orderNo, payee, which }} field="account" />
    </div>
  )
}
