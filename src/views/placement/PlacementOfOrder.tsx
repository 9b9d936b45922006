import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { blank } from '../../machines/kernel.ts'
import { to } from '../../machines/paths.ts'
import { placementMachine } from '../../machines/placement.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { list, ofOrder, type Placement } from '../../services/placement.ts'
import type { RecoveryCase } from '../../services/recoveryCase.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import type { Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { dayIn } from '../shared/day.ts'
import { Failed } from '../shared/Failed.tsx'
import { type Format, useFormat } from '../shared/format.ts'
import { byAgency, placements, subjectOf } from './subject.ts'

/** Who owes how much now, in rupiah. */
type Debt = Pick<RecoveryCase, 'customer' | 'remaining'>
type PartProps = { orderNo: string; debt: Debt }

/** With which agency the order is placed, or was last, and what may be done about it. */
export const PlacementOfOrder = (props: PartProps) => {
  const { user } = useConsole()
  return user.interfaces.includes(list.interface) ? <Part {...props} /> : null
}

const Part = ({ orderNo, debt }: PartProps) => {
  const { record, error, retry, reload } = useRecord(ofOrder, { orderNo }, { kind: 'placement', id: orderNo })
  if (!record) return error === undefined ? null : <Failed brief error={error} onRetry={retry} />
  return <Shown orderNo={orderNo} debt={debt} record={record} onReload={reload} />
}

type OfOrder = DataOf<typeof ofOrder>

const subjectIn = ({ orderNo, debt }: PartProps, { placement, today, last }: OfOrder): Subject => {
  const until: Field = {
    kind: 'day',
    first: { day: today, beyond: 'placement:guard.untilAhead' },
    last: { day: last, beyond: 'placement:guard.untilNear' },
  }
  const subject: Subject = placement
    ? subjectOf(placement)
    : {
        process: placements,
        stream: `placement/${orderNo}`,
        name: orderNo,
        body: { orderNo },
        state: blank(placementMachine),
      }
  const fields: Readonly<Record<string, Field>> = { company: byAgency, until }
  return {
    ...subject,
    field: (_event, ask) => fields[ask],
    about: (event, format) =>
      placement && event !== 'placementProposed'
        ? subject.about!(event, format)
        : {
            'approval:screen.customer': debt.customer || format.t('audit:erased'),
            'placement:screen.balance': format.money(debt.remaining),
          },
  }
}

const factsOf = ({ state, company, from, until, balance, outcome, refusal }: Placement, format: Format) => {
  const { t, money } = format
  return {
    'placement:screen.state': t(`placement:state.${state}`),
    'placement:ask.company': company,
    'placement:screen.from': from && dayIn(from, format),
    'placement:ask.until': dayIn(until, format),
    'placement:screen.balance': money(balance),
    ...(outcome && { 'placement:screen.outcome': t(`placement:outcome.${outcome}`) }),
    ...(refusal !== null && { 'placement:screen.refusal': refusal }),
  }
}

const Shown = ({ record, onReload, ...of }: PartProps & { record: OfOrder; onReload: () => void }) => {
  const format = useFormat()
  const { t } = format
  const home = useRef<HTMLDivElement>(null)
  const subject = subjectIn(of, record)
  const { placement } = record
  const all = <Link to={to.placements()}>{t('routes:placements')}</Link>
  return (
    <Facts title="placement:screen.title" facts={placement ? factsOf(placement, format) : {}} aside={all}>
      {!placement && <p className="quiet">{t('placement:screen.none')}</p>}
      <div className="detail-actions screen-only" ref={home} tabIndex={-1}>
        <OfferButtons subject={subject} small />
      </div>
      <CommandDialog subject={subject} home={home} onReload={onReload} />
    </Facts>
  )
}
