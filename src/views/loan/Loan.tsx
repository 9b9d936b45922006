import { Button, Callout } from '@blueprintjs/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { businessDay } from '../../machines/calendar.ts'
import { useMoment } from '../detail/record/moment.ts'
import { type Moment } from '../detail/record/moment.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { DayChoice } from './DayChoice.tsx'
import { LoanAgreed } from './LoanAgreed.tsx'
import { LoanBalances } from './LoanBalances.tsx'
import { LoanFees } from './LoanFees.tsx'
import { LoanHead } from './LoanHead.tsx'
import { LoanHistory } from './LoanHistory.tsx'
import { LoanPast } from './LoanPast.tsx'
import { LoanPayments } from './LoanPayments.tsx'
import { LoanQuote } from './LoanQuote.tsx'
import { LoanReductions } from './LoanReductions.tsx'
import { LoanRollovers } from './LoanRollovers.tsx'
import { LoanSchedule } from './LoanSchedule.tsx'
import { type LoanRecord, type PaidOut, statesAfter, type Told, toldAt } from './subject.ts'
import './loan.css'

type LoanProps = {
  record: LoanRecord
  loan: PaidOut
  moment: Moment
  onReload: () => void
  /** Further groups of the present loan. */
  beside?: ReactNode
}

/** One loan, replayed from its events by its chart and ledger: at present, or at a past moment. */
export const Loan = ({ record, loan, moment, onReload, beside }: LoanProps) => {
  const { history } = loan
  const { step, day } = moment
  const states = useMemo(() => statesAfter(record.orderNo, history), [record.orderNo, history])
  const told = useMemo(
    () => toldAt({ history, states }, record.today, { step, day }),
    [history, states, record.today, step, day],
  )
  const { t } = useTranslation()
  const firstDay = businessDay(history[0]!.at)
  if (!told) return <NoLoanThen day={day !== undefined && day < firstDay ? day : undefined} />
  return (
    <section className="loan" aria-label={t('loan:detail.loanOf', { orderNo: record.orderNo })}>
      <LoanHead record={record} told={told} onReload={onReload} />
      <div className="loan-tools screen-only">
        <DayChoice key={`${step} ${day}`} first={firstDay} shown={day} last={record.today} />
        <Button size="small" text={t('loan:detail.print')} onClick={() => window.print()} />
      </div>
      <LoanPast told={told} moment={moment} today={record.today} />
      <Groups record={record} told={told} beside={beside} />
    </section>
  )
}

/** Stands in for the loan at a moment without one. `day` is set only for a day before the payout. */
const NoLoanThen = ({ day }: { day: string | undefined }) => {
  const format = useFormat()
  const { t } = format
  const { wayToStep } = useMoment()
  return (
    <Callout compact intent="warning">
      {day === undefined ? t('loan:detail.noSuchMoment') : t('loan:detail.noLoanThen', { day: dayIn(day, format) })}{' '}
      <Link to={wayToStep(undefined)}>{t('detail:backToNow')}</Link>
    </Callout>
  )
}

const Groups = ({ record, told, beside }: Pick<LoanProps, 'record' | 'beside'> & { told: Told }) => (
  <div className="loan-columns">
    <div>
      <LoanBalances told={told} />
      <LoanSchedule told={told} />
      <LoanHistory told={told} />
    </div>
    <div>
      <LoanPayments told={told} />
      <LoanFees told={told} />
      {told.isNow && <LoanQuote book={told.book} today={told.day} />}
    </div>
    <div>
      <LoanAgreed record={record} told={told} />
      <LoanRollovers told={told} />
      <LoanReductions told={told} />
      {told.isNow && beside}
    </div>
  </div>
)
