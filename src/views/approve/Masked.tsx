import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reveal, type RevealedField } from '../../services/reveal.ts'
import { Reveal } from '../detail/Reveal.tsx'
import { useConsole } from '../shared/console.ts'
import { type Detail, shownAt } from './subject.ts'

type MaskedProps = {
  detail: Detail
  field: RevealedField
  /** Which of the contacts, from 0. */
  contact?: number
  /** As the detail has it, masked or not. */
  children: ReactNode
  as?: (value: string) => ReactNode
}

/** One thing of the customer, which whoever does not hold the claim may be shown for a reason. */
export const Masked = ({ detail, field, contact, children, as }: MaskedProps) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  if (children === '') return '–'
  if (!detail.masked) return children
  const { orderNo } = detail.order
  const at = shownAt(detail)
  return (
    <Reveal
      // Another order's, or another version's, is not what was shown.
      key={`${orderNo} ${at}`}
      what={t(`reveal:field.${field}`, { nth: (contact ?? 0) + 1 })}
      masked={children}
      needs={reveal.interface}
      ask={async (why, key) => (await client.call(reveal, { orderNo, at, field, contact, ...why }, { key })).value}
      {...(as && { as })}
    />
  )
}
