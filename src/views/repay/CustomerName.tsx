import { Button, Dialog } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { name as endpoint } from '../../services/repay.ts'
import { BarredButton } from '../detail/BarredButton.tsx'
import { useConsole } from '../shared/console.ts'
import { ReasonForm } from './ReasonForm.tsx'
import type { LoanRecord } from './subject.ts'

/** Whose loan it is: masked, until somebody says what they need the name for, and again once they are done or have left the page. */
export const CustomerName = ({ record: { orderNo, customer } }: { record: LoanRecord }) => {
  const { t } = useTranslation()
  const { client, user } = useConsole()
  const [name, setName] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  // Out of sight it is nobody's any more.
  useEffect(() => () => setName(undefined), [])
  if (name !== undefined)
    return (
      <span className="loan-customer">
        {name}
        <Button className="screen-only" size="small" text={t('ledger:hideName')} onClick={() => setName(undefined)} />
      </span>
    )
  const close = () => setAsking(false)
  const show = async (reason: string, key: string) => {
    setName((await client.call(endpoint, { orderNo, reason }, { key })).customer)
    close()
  }
  return (
    <span className="loan-customer">
      {customer}
      <BarredButton
        className="screen-only"
        size="small"
        text={t('ledger:showName')}
        reason={user.interfaces.includes(endpoint.interface) ? undefined : t('errors:notPermitted')}
        onClick={() => setAsking(true)}
      />
      <Dialog isOpen={isAsking} title={t('ledger:showName')} transitionDuration={100} onClose={close}>
        <ReasonForm onSay={show} onCancel={close} />
      </Dialog>
    </span>
  )
}
