import { useTranslation } from 'react-i18next'
import { name as endpoint } from '../../services/repay.ts'
import { Reveal } from '../detail/Reveal.tsx'
import { useConsole } from '../shared/console.ts'
import type { LoanRecord } from './subject.ts'

/** Whose loan it is. */
export const CustomerName = ({ record: { orderNo, customer } }: { record: LoanRecord }) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  if (customer === '') return <span>{t('audit:erased')}</span>
  return (
    <Reveal
      what={t('reveal:field.name')}
      masked={customer}
      needs={endpoint.interface}
      ask={async (why, key) => (await client.call(endpoint, { orderNo, ...why }, { key })).value}
    />
  )
}
