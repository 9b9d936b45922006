import type { ReactNode } from 'react'
import type { RevealedField } from '../../services/reveal.ts'
import { Reveal } from '../detail/Reveal.tsx'
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
  if (children === '') return '–'
  if (!detail.masked) return children
  return (
    <Reveal of={{ orderNo: detail.order.orderNo, at: shownAt(detail), field, contact }} masked={children} as={as} />
  )
}
