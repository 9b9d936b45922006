import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { leavesOf, to } from '../../machines/paths.ts'
import { routesFor } from '../../machines/permissions.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import type { Detail } from '../../services/approval.ts'
import { seen } from '../../services/audit.ts'
import { erase } from '../../services/erasure.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { useConsole } from '../shared/console.ts'
import { EraseDialog } from './EraseDialog.tsx'

/** Links to the log of who saw the order's customer, and to the erasure of the customer's data, for permitted staff. */
export const Privacy = ({ detail: { order, erased }, onErased }: { detail: Detail; onErased: () => void }) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const [isAsking, setAsking] = useState(false)
  const { orderNo } = order
  const opens = leavesOf(routesFor(controlledRoutes, user.roles)).some(({ route }) => route.name === 'seen')
  const maySee = opens && user.interfaces.includes(seen.interface)
  const mayErase = erased === null && user.interfaces.includes(erase.interface)
  if (!maySee && !mayErase) return null
  return (
    <Facts title="audit:erase.title">
      {maySee && (
        <p>
          <Link to={to.seen({ orderNo })}>{t('routes:seen')}</Link>
        </p>
      )}
      {mayErase && (
        <SendButton size="small" intent="danger" text={t('audit:erase.action')} onClick={() => setAsking(true)} />
      )}
      {isAsking && (
        <EraseDialog
          of={{ orderNo }}
          customer={order.customer}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            onErased()
          }}
        />
      )}
    </Facts>
  )
}
