import { Facts } from '../detail/Facts.tsx'
import { Timeline } from '../detail/Timeline.tsx'
import { type Format, useFormat } from '../shared/format.ts'
import { useMoment } from './moment.ts'
import type { LoanStep, Told } from './subject.ts'
import { dayIn } from './words.ts'

/** What the loan's events carry, as far as it is told. */
type Particulars = { txid?: string; day?: string; amount?: number; until?: string; days?: number; reason?: string }

/** What happened to the loan when; each step leads to the loan as it left it. */
export const LoanHistory = ({ told }: { told: Told }) => {
  const { wayToStep } = useMoment()
  return (
    <Facts title="ledger:history">
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
  ...(day === undefined ? [] : [format.t('ledger:onDay', { day: dayIn(day, format) })]),
  ...(days === undefined ? [] : [format.t('ledger:days', { count: days })]),
  ...(until === undefined ? [] : [format.t('ledger:untilDay', { day: dayIn(until, format) })]),
]

const StepDetails = ({ step }: { step: LoanStep }) => {
  const format = useFormat()
  const said = step.details as Particulars
  // An offer's id is the machine's own: nobody has a payment to look for under it.
  const { txid: _, ...offered } = said
  const lines = particulars(step.type === 'rolloverOffered' ? offered : said, format)
  return (
    <>
      {lines.length > 0 && <div>{lines.join(' · ')}</div>}
      {said.reason && <blockquote>{said.reason}</blockquote>}
    </>
  )
}
