import { Facts } from '../detail/record/Facts.tsx'
import { useMoment } from '../detail/record/moment.ts'
import { Timeline } from '../detail/record/Timeline.tsx'
import { dayIn } from '../shared/day.ts'
import { type Format, useFormat } from '../shared/format.ts'
import type { LoanStep, Told } from './subject.ts'

/** The event details that the history shows. */
type Particulars = { txid?: string; day?: string; amount?: number; until?: string; days?: number; reason?: string }

/** The loan's events; each links to the loan as it was after that event. */
export const LoanHistory = ({ told }: { told: Told }) => {
  const { wayToStep } = useMoment()
  return (
    <Facts title="loan:detail.history">
      <Timeline
        steps={told.history}
        shown={told.version}
        newest={told.history.length}
        words="loan"
        way={wayToStep}
        renderDetails={(step) => <StepDetails step={step} />}
      />
    </Facts>
  )
}

const particulars = ({ txid, day, amount, until, days }: Particulars, format: Format) => [
  ...(amount === undefined ? [] : [format.money(amount)]),
  ...(txid === undefined ? [] : [txid]),
  ...(day === undefined ? [] : [format.t('loan:detail.onDay', { day: dayIn(day, format) })]),
  ...(days === undefined ? [] : [format.t('loan:detail.days', { count: days })]),
  ...(until === undefined ? [] : [format.t('loan:detail.untilDay', { day: dayIn(until, format) })]),
]

const StepDetails = ({ step }: { step: LoanStep }) => {
  const format = useFormat()
  const details = step.details as Particulars
  // The machine generates an offer's id: no payment has it, so nobody can search for it.
  const { txid: _, ...offered } = details
  const lines = particulars(step.type === 'rolloverOffered' ? offered : details, format)
  return (
    <>
      {lines.length > 0 && <div>{lines.join(' · ')}</div>}
      {details.reason && <blockquote>{details.reason}</blockquote>}
    </>
  )
}
