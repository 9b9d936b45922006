import { useTranslation } from 'react-i18next'
import { decisions } from '../../machines/approval.facts.ts'
import type { Detail } from '../../services/approval.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { instantCell, moneyCell } from '../list/cells.tsx'
import { Channel } from '../shared/Channel.tsx'
import { type Format, useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { Masked } from './Masked.tsx'
import { daysIn } from './parts.tsx'

const orderFacts = (order: Detail['order'], format: Format) => ({
  'approval:screen.product': order.product,
  'approval:screen.app': order.app,
  'approval:screen.channel': <Channel name={order.channel} />,
  'approval:screen.customerType': format.t(`approval:customerType.${order.customerType}`),
  'approval:screen.loans': `${order.loanCount} / ${order.failedOrderCount}`,
  'approval:screen.appliedAt': instantCell(order.appliedAt, format),
})

/** The amount applied for, the proposed amount, and the amount that the customer would receive. */
export const Terms = ({ detail: { order, terms } }: { detail: Detail }) => {
  const format = useFormat()
  return (
    <Facts
      title="approval:screen.money"
      facts={{
        ...orderFacts(order, format),
        'approval:screen.amount': moneyCell(order.amount, format),
        'approval:screen.term': daysIn(order.term, format),
        ...(order.proposedAmount !== null && {
          'approval:screen.proposedAmount': moneyCell(order.proposedAmount, format),
          'approval:screen.proposedTerm': daysIn(order.proposedTerm, format),
        }),
        'approval:screen.serviceFee': moneyCell(terms.serviceFee, format),
        'approval:screen.handlingFee': moneyCell(terms.handlingFee, format),
        'approval:screen.arrivalAmount': moneyCell(terms.arrivalAmount, format),
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
        'approval:screen.accountHolder': (
          <Masked {...{ detail, field: 'accountHolder' }}>{person.accountHolder}</Masked>
        ),
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
      title="approval:screen.verdict"
      facts={{
        'approval:screen.reason': t(`approval:reason.${order.reason}`),
        ...(mend.length > 0 && { 'approval:ask.mend': mend.map((field) => t(`approval:mend.${field}`)).join(', ') }),
        ...(note && { 'approval:ask.note': note }),
      }}
    />
  )
}
