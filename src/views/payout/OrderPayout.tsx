import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { businessDay, dayEnd } from '../../machines/calendar.ts'
import { type PayoutAttempt, providerName } from '../../services/payout.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { useMoment } from '../detail/record/moment.ts'
import { instantCell } from '../list/cells.tsx'
import { dayIn } from '../shared/day.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { stateTag, thirdTag } from './columns.tsx'
import { OfPayee } from './OfPayee.tsx'
import { PayoutHistory } from './PayoutHistory.tsx'
import { subjectOf } from './subject.ts'
import { usePayout } from './usePayout.ts'
import './payouts.css'

type OrderPayoutProps = {
  orderNo: string
  /** The last instant (epoch ms) that is included; undefined for the present. */
  until: number | undefined
  /** The element for the buttons. */
  payoutAt: HTMLElement | null
}

/** An approved order's payout: its state, commands, attempts and history. */
export const OrderPayout = ({ orderNo, until, payoutAt }: OrderPayoutProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const home = useRef<HTMLDivElement>(null)
  const { record, error, retry, reload } = usePayout(orderNo, until)
  if (!record && error !== undefined) return <Failed error={error} onRetry={retry} />
  if (!record) return <p className="quiet">{t('common:loading')}</p>
  const { asOf, payout, attempts, history } = record
  if (history.length === 0) return null
  const past = asOf !== null && <AsOf instant={asOf} />
  if (!payout)
    return (
      <div className="order-payout">
        <Facts title="payout:screen.of" aside={past}>
          <p className="quiet">{t('payout:screen.noneYet')}</p>
        </Facts>
        <PayoutHistory {...{ orderNo, history }} shown={0} />
      </div>
    )
  const { payee, proposed } = payout
  const subject = subjectOf(payout)
  const facts = {
    'payout:screen.amount': format.money(payout.amount),
    'payout:screen.channel': providerName(payout.channel),
    'approval:screen.bankName': payee.bank,
    'approval:screen.account': <OfPayee {...{ orderNo, payee }} field="account" />,
    'approval:screen.accountHolder': <OfPayee {...{ orderNo, payee }} field="accountHolder" />,
    ...(payout.proposal && {
      'payout:screen.proposed': `${t(`payout:event.${payout.proposal}`)}, ${payout.proposerName}`,
    }),
    ...(proposed && {
      'payout:screen.newAccount': (
        <>
          {proposed.bank}{' '}
          <OfPayee {...{ orderNo, payee: proposed }} field="account" which={t('payout:screen.newAccount')} />{' '}
          <OfPayee {...{ orderNo, payee: proposed }} field="accountHolder" which={t('payout:screen.newAccount')} />
        </>
      ),
    }),
    ...(payout.evidence && { 'payout:screen.evidence': payout.evidence }),
    ...(payout.refusal && { 'payout:screen.refusal': payout.refusal }),
    ...(payout.proofDay && { 'payout:screen.arrivedOn': dayIn(payout.proofDay, format) }),
  }
  const standing = (
    <span>
      {past} {stateTag(payout.state, format)}
    </span>
  )
  return (
    <div ref={home} tabIndex={-1} className="order-payout">
      <Facts title="payout:screen.of" aside={standing} facts={facts}>
        {attempts.length > 0 && <Attempts {...{ orderNo, attempts }} />}
        {asOf === null && (
          <>
            {payoutAt && createPortal(<OfferButtons subject={subject} />, payoutAt)}
            <CommandDialog subject={subject} home={home} onReload={reload} />
          </>
        )}
      </Facts>
      <PayoutHistory {...{ orderNo, history }} shown={payout.version} />
    </div>
  )
}

const Attempts = ({ orderNo, attempts }: { orderNo: string; attempts: readonly PayoutAttempt[] }) => {
  const format = useFormat()
  const { t } = format
  const heads = ['txid', 'channel', 'sentAt', 'thirdStatus', 'code', 'message', 'arrivedOn', 'maker', 'checker']
  return (
    <div className="order-attempts">
      <table aria-label={t('payout:screen.attempts')}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`payout:screen.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attempt.txid}>
              <th scope="row">{attempt.txid}</th>
              <td>
                {providerName(attempt.channel)}, {attempt.payee.bank}{' '}
                <OfPayee {...{ orderNo, payee: attempt.payee }} field="account" which={attempt.txid} />
              </td>
              <td>{instantCell(attempt.sentAt, format)}</td>
              <td>
                {thirdTag(attempt.status, format)}
                {attempt.contradiction && (
                  <>
                    {' '}
                    {t('payout:screen.isContradicted')}: {thirdTag(attempt.contradiction.word, format)}
                  </>
                )}
              </td>
              <td>{attempt.code || '–'}</td>
              <td>{attempt.message || '–'}</td>
              <td>{attempt.arrivedOn ? dayIn(attempt.arrivedOn, format) : '–'}</td>
              <td>{attempt.makerName}</td>
              <td>{attempt.checkerName}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Says that a payout is shown at the end of a day or at an instant, with a link to the present. */
const AsOf = ({ instant }: { instant: number }) => {
  const format = useFormat()
  const { t } = format
  const { wayToStep } = useMoment()
  const day = businessDay(instant)
  return (
    <>
      <Link className="screen-only" to={wayToStep(undefined)}>
        {t('detail:backToNow')}
      </Link>{' '}
      <Tag intent="warning">
        {instant === dayEnd(day)
          ? t('loan:detail.endOfDay', { day: dayIn(day, format) })
          : t('detail:asOf', { when: format.instant(instant) })}
      </Tag>
    </>
  )
}
