import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { type OtherOrder, related as endpoint } from '../../services/approve.ts'
import { Facts } from '../detail/Facts.tsx'
import { useRecord } from '../detail/useRecord.ts'
import { dayCell, moneyCell } from '../list/cells.tsx'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { stateTag } from './parts.tsx'

/** The customer's other orders, and those of customers who share a phone, an account, a device or a contact with them. */
export const Related = ({ orderNo }: { orderNo: string }) => {
  const { t } = useTranslation()
  const { record, error, retry } = useRecord(endpoint, { orderNo }, { kind: 'approval', id: orderNo })
  if (!record) {
    return (
      <Facts title="related:own">
        {error === undefined ? (
          <p className="detail-quiet">{t('common:loading')}</p>
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
        {own.orders.length === 0 ? <p className="detail-quiet">{t('related:noOwn')}</p> : <Orders {...own} />}
      </Facts>
      <Facts title="related:shared">
        {shared.length === 0 && <p className="detail-quiet">{t('related:noneShared')}</p>}
        {shared.map(({ link, masked, orders, more }) => (
          <div key={`${link} ${masked}`}>
            <h3>
              {t(`related:link.${link}`)} {masked}
            </h3>
            <Orders orders={orders} more={more} named />
          </div>
        ))}
      </Facts>
    </>
  )
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
                {named && `${customer || t('audit:erased')} · `}
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
      {more && <p className="detail-quiet">{t('related:more', { count: orders.length })}</p>}
    </>
  )
}
