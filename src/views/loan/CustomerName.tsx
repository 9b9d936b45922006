import { useTranslation } from 'react-i18next'
import { Reveal } from '../detail/record/Reveal.tsx'
import type { LoanRecord } from './subject.ts'

/** The borrower's name, masked until it is revealed. */
export const CustomerName = ({ record: { orderNo, customer } }: { record: LoanRecord }) => {
  const { t } = useTranslation()
  if (customer === '') return <span>{t('audit:erased')}</span>
  return <Reveal of={{ orderNo, field: 'name' }} masked={customer} />
}
