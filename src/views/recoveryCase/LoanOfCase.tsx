import { useMemo, useRef } from 'react'
import { loan as endpoint } from '../../services/loan.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { LoanReductions } from '../loan/LoanReductions.tsx'
import { LoanRollovers } from '../loan/LoanRollovers.tsx'
import { LoanSchedule } from '../loan/LoanSchedule.tsx'
import { type LoanRecord, type PaidOut, statesAfter, type Told, toldAt } from '../loan/subject.ts'
import { useLoan } from '../loan/useLoan.ts'
import { useLoanSubject } from '../loan/useLoanSubject.tsx'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import '../loan/loan.css'

/** The instalments of the loan, and the offers that a collector may make on it: a reduction or a rollover. */
export const LoanOfCase = ({ orderNo }: { orderNo: string }) => {
  const { user } = useConsole()
  return user.interfaces.includes(endpoint.interface) ? <Part orderNo={orderNo} /> : null
}

const Part = ({ orderNo }: { orderNo: string }) => {
  const { record, error, retry, reload } = useLoan(orderNo)
  if (!record) return error === undefined ? null : <Failed brief error={error} onRetry={retry} />
  return record.loan && <Shown record={record} loan={record.loan} onReload={reload} />
}

const Shown = ({ record, loan, onReload }: { record: LoanRecord; loan: PaidOut; onReload: () => void }) => {
  const { history } = loan
  const { orderNo, today } = record
  const told = useMemo(
    () => toldAt({ history, states: statesAfter(orderNo, history) }, today, { step: undefined, day: undefined }),
    [orderNo, history, today],
  )
  return told ? <Offers record={record} told={told} onReload={onReload} /> : null
}

const Offers = ({ record, told, onReload }: { record: LoanRecord; told: Told; onReload: () => void }) => {
  const subject = useLoanSubject(record, told)
  const home = useRef<HTMLDivElement>(null)
  return (
    <>
      <div className="detail-actions screen-only" ref={home} tabIndex={-1}>
        <OfferButtons subject={subject} only={['reductionRequested', 'rolloverOffered']} small />
      </div>
      <CommandDialog subject={subject} home={home} onReload={onReload} />
      <LoanSchedule told={told} />
      <LoanReductions told={told} />
      <LoanRollovers told={told} />
    </>
  )
}
