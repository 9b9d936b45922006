import type { Intent } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { Neighbours } from '../detail/record/Neighbours.tsx'
import { Reveal } from '../detail/record/Reveal.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { Awaiting } from './Awaiting.tsx'
import { type LoanRecord, placeOf, type Told } from './subject.ts'
import { useLoanSubject } from './useLoanSubject.tsx'

type LoanHeadProps = { record: LoanRecord; told: Told; onReload: () => void }

/** The loan's state, the commands on it, and the proposals that wait for a second person. */
export const LoanHead = ({ record, told, onReload }: LoanHeadProps) => {
  const { t } = useFormat()
  const subject = useLoanSubject(record, told)
  const home = useRef<HTMLHeadingElement>(null)
  return (
    <header className="loan-head">
      <Neighbours />
      <div className="detail-standing">
        <h2 ref={home} tabIndex={-1}>
          {t('loan:detail.loanOf', { orderNo: record.orderNo })}
        </h2>
        <Standing told={told} />
        <CustomerName record={record} />
      </div>
      {told.isNow && (
        <>
          <div className="detail-actions screen-only">
            <OfferButtons subject={subject} />
          </div>
          <CommandDialog subject={subject} home={home} onReload={onReload} />
        </>
      )}
      <Awaiting told={told} />
    </header>
  )
}

const intents: Partial<Record<string, Intent>> = {
  due: 'warning',
  'overdue.early': 'danger',
  'overdue.late': 'danger',
  settled: 'success',
}

/** The settlement's state, and each other region that is not idle. */
const Standing = ({ told: { state } }: { told: Told }) => {
  const { t } = useFormat()
  const settlement = placeOf(state, 'settlement')
  if (settlement === undefined) return <Tag>{t('loan:state.voided')}</Tag>
  const others = ['reduction', 'rollover', 'proposal'].flatMap((region) => {
    const place = placeOf(state, region)
    return place === 'none' ? [] : [`${region}.${place}`]
  })
  return (
    <>
      <Tag intent={intents[settlement] ?? 'none'}>{t(`loan:state.open.settlement.${settlement}`)}</Tag>
      {others.map((place) => (
        <Tag key={place} intent="primary">
          {t(`loan:state.open.${place}`)}
        </Tag>
      ))}
    </>
  )
}

/** The borrower's name, masked until it is revealed. */
const CustomerName = ({ record: { orderNo, customer } }: { record: LoanRecord }) => {
  const { t } = useTranslation()
  if (customer === '') return <span>{t('audit:erased')}</span>
  return <Reveal of={{ orderNo, field: 'name' }} masked={customer} />
}
