import { useTranslation } from 'react-i18next'
import type { decisions } from '../../machines/approval.facts.ts'
import type { Detail } from '../../services/approval.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { instantCell, moneyCell } from '../list/cells.tsx'
import { Channel } from '../shared/Channel.tsx'
import { type Format, useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { Hits } from './Finding.tsx'
import { Masked } from './Masked.tsx'
import { daysIn } from './parts.tsx'

const orderFacts = ({ order, appCustomerType, whiteType }: Detail, format: Format) => ({
  'approval:screen.product': order.product,
  'approval:screen.app': order.app,
  'approval:screen.channel': <Channel name={order.channel} />,
  'approval:screen.customerType': format.t(`approval:customerType.${order.customerType}`),
  ...(appCustomerType && { 'order:appCustomerType': format.t(`approval:customerType.${appCustomerType}`) }),
  ...(whiteType && { 'order:whiteType': whiteType }),
  'approval:screen.loans': `${order.loanCount} / ${order.failedOrderCount}`,
  'approval:screen.appliedAt': instantCell(order.appliedAt, format),
})

/** The amount applied for, the proposed amount, and the amount that the customer would receive. */
export const Terms = ({ detail }: { detail: Detail }) => {
  const format = useFormat()
  const { order, terms } = detail
  return (
    <Facts
      title="approval:screen.money"
      facts={{
        ...orderFacts(detail, format),
        'approval:screen.amount': moneyCell(order.amount, format),
        'approval:screen.term': daysIn(order.term, format),
        ...(order.proposedAmount !== null && {
          'approval:screen.proposedAmount': moneyCell(order.proposedAmount, format),
          'approval:screen.proposedTerm': daysIn(order.proposedTerm, format),
        }),
        'approval:screen.serviceFee': moneyCell(terms.serviceFee, format),
        'approval:screen.handlingFee': moneyCell(terms.handlingFee, format),
        'approval:screen.arrivalAmount': moneyCell(terms.arrivalAmount, format),
        ...(detail.channelCost !== null && { 'order:channelCost': moneyCell(detail.channelCost, format) }),
      }}
    />
  )
}

export const Bank = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslation()
  const { person, order } = detail
  return (
    <Facts
      title="approval:screen.bank"
      aside={
        <Tag intent={order.accountVerified ? 'success' : 'warning'}>
          {t(order.accountVerified ? 'approval:screen.accountVerified' : 'approval:screen.accountNotVerified')}
        </Tag>
      }
      facts={{
        'approval:screen.bankName': person.bank,
        'approval:screen.account': <Masked {...{ detail, field: 'account' }}>{person.account}</Masked>,
        'approval:screen.card': person.card && <Masked {...{ detail, field: 'card' }}>{person.card}</Masked>,
        'approval:screen.accountHolder': (
          <Masked {...{ detail, field: 'accountHolder' }}>{person.accountHolder}</Masked>
        ),
      }}
    />
  )
}

/** The decisions on an application, by the stage that makes them. */
const stages: Readonly<Record<string, string>> = {
  machineRejected: 'routes:machinerReview',
  firstPassed: 'routes:reviewFirst',
  firstRejected: 'routes:reviewFirst',
  returned: 'routes:reviewFirst',
  finalPassed: 'routes:reviewFinal',
  finalRejected: 'routes:reviewFinal',
  sentBack: 'routes:reviewFinal',
  approvalUndone: 'routes:reviewFinal',
} satisfies Record<(typeof decisions)[number] | 'machineRejected' | 'approvalUndone', string>

const startsRound = ['resubmitted', 'sentBack']

/** The last decision: which, at what stage, in what round and why. */
export const Verdict = ({ detail }: { detail: Detail }) => {
  const format = useFormat()
  const { t } = format
  const { order, note, mend, history, finding } = detail
  const decision = history.findLast(({ type, version }) => version <= order.version && Object.hasOwn(stages, type))
  if (!decision) return null
  const { type, version, byName, at } = decision
  const earlier = history.filter((step) => step.version < version && startsRound.includes(step.type))
  const isPass = type.endsWith('Passed')
  const facts = {
    'approval:screen.decision': t(`approval:event.${type}`),
    'approval:screen.stage': `${t(stages[type]!)} · ${t('approval:screen.roundNo', { round: earlier.length + 1 })}`,
    'approval:screen.decidedBy': `${byName} · ${format.instant(at)}`,
    ...(!isPass && order.reason !== null && { 'approval:screen.reason': t(`approval:reason.${order.reason}`) }),
    ...(!isPass && mend.length > 0 && { 'approval:ask.mend': mend.map((one) => t(`approval:mend.${one}`)).join(', ') }),
    ...(!isPass && note && { 'approval:ask.note': note }),
  }
  return (
    <Facts title="approval:screen.verdict" facts={facts}>
      {type === 'machineRejected' && finding && (
        <>
          <h3>{t('approval:screen.rejectedBy')}</h3>
          <Hits detail={detail} hits={finding.hits.filter(({ knockOut }) => knockOut)} />
        </>
      )}
    </Facts>
  )
}
