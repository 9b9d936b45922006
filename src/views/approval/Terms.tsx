import { useTranslation } from 'react-i18next'
import { decisions } from '../../machines/approval.facts.ts'
import { Facts } from '../detail/Facts.tsx'
import { instantCell, moneyCell } from '../list/cells.tsx'
import { type Format, useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { Masked } from './Masked.tsx'
import { Channel, daysIn } from './parts.tsx'
import type { Detail } from './subject.ts'

const orderFacts = (order: Detail['order'], format: Format) => ({
  'approve:product': order.product,
  'approve:app': order.app,
  'approve:channel': <Channel name={order.channel} />,
  'approve:customerType': format.t(`approval:customerType.${order.customerType}`),
  'approve:loans': `${order.loanCount} / ${order.failedOrderCount}`,
  'approve:appliedAt': instantCell(order.appliedAt, format),
})

/** The amount applied for, the proposed amount, and the amount that the customer would receive. */
export const Terms = ({ detail: { order, terms } }: { detail: Detail }) => {
  const format = useFormat()
  return (
    <Facts
      title="approve:money"
      facts={{
        ...orderFacts(order, format),
        'approve:amount': moneyCell(order.amount, format),
        'approve:term': daysIn(order.term, format),
        ...(order.proposedAmount !== null && {
          'approve:proposedAmount': moneyCell(order.proposedAmount, format),
          'approve:proposedTerm': daysIn(order.proposedTerm, format),
        }),
        'approve:serviceFee': moneyCell(terms.serviceFee, format),
        'approve:handlingFee': moneyCell(terms.handlingFee, format),
        'approve:arrivalAmount': moneyCell(terms.arrivalAmount, format),
      }}
    />
  )
}

export const Bank = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslation()
  const { person, order } = detail
  return (
    <Facts
      title="approve:bank"
      aside={
        <Tag intent={order.accountVerified ? 'success' : 'warning'}>
          {t(order.accountVerified ? 'approve:accountVerified' : 'approve:accountNotVerified')}
        </Tag>
      }
      facts={{
        'approve:bankName': person.bank,
        'approve:account': <Masked {...{ detail, field: 'account' }}>{person.account}</Masked>,
        'approve:accountHolder': <Masked {...{ detail, field: 'accountHolder' }}>{person.accountHolder}</Masked>,
      }}
    />
  )
}

const verdicts: readonly string[] = [...decisions, 'approvalUndone']

/** The reason of a return or rejection, for the next reader. */
export const Verdict = ({ detail: { order, note, mend, history } }: { detail: Detail }) => {
  const { t } = useTranslation()
  const decision = history.findLast(({ type, version }) => version <= order.version && verdicts.includes(type))
  if (order.reason === null || decision?.type.endsWith('Passed')) return null
  return (
    <Facts
      title="approve:verdict"
      facts={{
        'approve:reason': t(`approval:reason.${order.reason}`),
        ...(mend.length > 0 && { 'approval:ask.mend': mend.map((field) => t(`approval:mend.${field}`)).join(', ') }),
        ...(note && { 'approval:ask.note': note }),
      }}
    />
  )
}
