import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { type links, type OtherOrder, related as endpoint } from '../../services/approval.ts'
import type { Detail } from '../../services/approval.ts'
import type { RevealedField } from '../../services/reveal.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { Reveal } from '../detail/record/Reveal.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { dayCell, moneyCell } from '../list/cells.tsx'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { stateTag } from './parts.tsx'

/** The customer's other orders, and orders of customers who share a phone, an account, a device or a contact. */
export const Related = ({ detail }: { detail: Detail }) => {
  const { t } = useTranslation()
  const { orderNo } = detail.order
  const { record, error, retry } = useRecord(endpoint, { orderNo }, { kind: 'approval', id: orderNo })
  if (!record) {
    return (
      <Facts title="related:own">
        {error === undefined ? (
          <p className="quiet">{t('common:loading')}</p>
        ) : (
          <Failed error={error} onRetry={retry} />
        )}
      </Facts>
    )
  }
  const { own, shared } = record
  return (
    <>
      <Facts title="related:own">
        {own.orders.length === 0 ? <p className="quiet">{t('related:noOwn')}</p> : <Orders {...own} />}
      </Facts>
      <Facts title="related:shared">
        {shared.length === 0 && <p className="quiet">{t('related:noneShared')}</p>}
        {shared.map(({ link, contact, masked, orders, more }) => (
          <div key={`${link} ${contact}`}>
            <h3>{t(`related:link.${link}`)}</h3>
            <Common {...{ detail, link, contact, masked }} />
            <Orders orders={orders} more={more} named />
          </div>
        ))}
      </Facts>
    </>
  )
}

type Link = (typeof links)[number]
const fieldOf: Record<Link, RevealedField | undefined> = {
  phone: 'phone',
  account: 'account',
  device: undefined,
  contact: 'contactPhone',
  contactIs: 'contactPhone',
  namedBy: 'phone',
}

type CommonProps = { detail: Detail; link: Link; contact: number | null; masked: string }

/** The shared data; the claim's holder sees its value. */
const Common = ({ detail, link, contact, masked }: CommonProps) => {
  const { t } = useTranslation()
  const field = fieldOf[link]
  if (!field || !detail.masked) return masked
  const of = { orderNo: detail.order.orderNo, field, ...(contact !== null && { contact }) }
  return <Reveal of={of} masked={masked} which={t(`related:link.${link}`)} />
}

type OrdersProps = { orders: readonly OtherOrder[]; more: boolean; named?: boolean }

const Orders = ({ orders, more, named = false }: OrdersProps) => {
  const format = useFormat()
  const { t } = format
  return (
    <>
      <ul className="detail-lines">
        {orders.map(({ orderNo, state, reason, customer, amount, appliedAt }) => (
          <li key={orderNo}>
            <span>
              <Link to={to.approveDetail({ orderNo })}>{orderNo}</Link>
              <small>
                {named && (
                  <>
                    {customer ? (
                      <Reveal of={{ orderNo, field: 'name' }} masked={customer} which={orderNo} />
                    ) : (
                      t('audit:erased')
                    )}
                    {' · '}
                  </>
                )}
                {moneyCell(amount, format)} · {dayCell(appliedAt, format)}
              </small>
            </span>
            <span>
              {stateTag(state, format)}
              {reason !== null && <small>{t(`approval:reason.${reason}`)}</small>}
            </span>
          </li>
        ))}
      </ul>
      {more && <p className="quiet">{t('related:more', { count: orders.length })}</p>}
    </>
  )
}
