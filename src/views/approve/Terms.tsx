import { Tag } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Facts } from '../detail/Facts.tsx'
import { Instant, Money } from '../list/cells.tsx'
import { Channel, Days, Words } from './parts.tsx'
import type { Detail } from './subject.ts'

const orderFacts = (order: Detail['order']) => ({
  'approve:product': order.product,
  'approve:app': order.app,
  'approve:channel': <Channel name={order.channel} />,
  'approve:customerType': <Words of={`approval:customerType.${order.customerType}`} />,
  'approve:loans': `${order.loanCount} / ${order.failedOrderCount}`,
  'approve:appliedAt': <Instant at={order.appliedAt} />,
})

/** What was applied for, what was proposed, and what the customer would receive. */
export const Terms = ({ detail: { order, terms } }: { detail: Detail }) => (
  <Facts
    title="approve:money"
    facts={{
      ...orderFacts(order),
      'approve:amount': <Money amount={order.amount} />,
      'approve:term': <Days count={order.term} />,
      ...(order.proposedAmount !== null && {
        'approve:proposedAmount': <Money amount={order.proposedAmount} />,
        'approve:proposedTerm': <Days count={order.proposedTerm} />,
      }),
      'approve:serviceFee': <Money amount={terms.serviceFee} />,
      'approve:handlingFee': <Money amount={terms.handlingFee} />,
      'approve:arrivalAmount': <Money amount={terms.arrivalAmount} />,
    }}
  />
)

export const Bank = ({ detail: { person, order } }: { detail: Detail }) => {
  const { t } = useTranslation()
  return (
    <Facts
      title="approve:bank"
      aside={
        <Tag minimal intent={order.accountVerified ? 'success' : 'warning'}>
          {t(order.accountVerified ? 'approve:accountVerified' : 'approve:accountNotVerified')}
        </Tag>
      }
      facts={{
        'approve:bankName': person.bank,
        'approve:account': person.account,
        'approve:accountHolder': person.accountHolder,
      }}
    />
  )
}

/** Why it came back or was refused, for whoever looks at it next. */
export const Verdict = ({ detail: { order, note, mend } }: { detail: Detail }) => {
  const { t } = useTranslation()
  if (order.reason === null) return null
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
