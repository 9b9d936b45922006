import { Button, Callout } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { businessDay } from '../../machines/calendar.ts'
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
import { useMoment } from './moment.ts'
import { type LoanRecord, type PaidOut, statesAfter, type Told, toldAt } from './subject.ts'
import './loan.css'

type LoanProps = { record: LoanRecord; loan: PaidOut; onReload: () => void }

/** One loan, told from its events by its chart and its ledger: as it stands, or as it was. */
export const Loan = ({ record, loan, onReload }: LoanProps) => {
  const { history } = loan
  const { moment, wayToStep } = useMoment()
  const { step, day } = moment
  const states = useMemo(() => statesAfter(history), [history])
  const told = useMemo(
    () => toldAt({ history, states }, record.today, { step, day }),
    [history, states, record.today, step, day],
  )
  const { t } = useTranslation()
  if (!told)
    return (
      <Callout compact intent="warning">
        {t('ledger:noSuchMoment')} <Link to={wayToStep(undefined)}>{t('detail:backToNow')}</Link>
      </Callout>
    )
  return (
    <section className="loan" aria-label={t('ledger:loanOf', { orderNo: record.orderNo })}>
      <LoanHead record={record} told={told} onReload={onReload} />
      <div className="loan-tools screen-only">
        <DayChoice key={`${step} ${day}`} first={businessDay(history[0]!.at)} last={record.today} />
        <Button size="small" text={t('ledger:print')} onClick={() => window.print()} />
      </div>
      <LoanPast told={told} today={record.today} />
      <Groups record={record} told={told} />
    </section>
  )
}

const Groups = ({ record, told }: { record: LoanRecord; told: Told }) => (
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
    </div>
  </div>
)
