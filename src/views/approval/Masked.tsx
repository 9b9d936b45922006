import type { ReactNode } from 'react'
import { type Detail } from '../../services/approval.ts'
import type { RevealedField } from '../../services/reveal.ts'
import { Reveal } from '../detail/record/Reveal.tsx'
import { shownAt } from './subject.ts'

type MaskedProps = {
  detail: Detail
  field: RevealedField
  /** The contact's index, from 0. */
  contact?: number
  /** The value in the detail, masked or not. */
  children: ReactNode
  as?: (value: string) => ReactNode
}

/** One field of the customer, which a person without the claim can reveal for a stated purpose. */
export const Masked = ({ detail, field, contact, children, as }: MaskedProps) => {
  if (children === '') return '–'
  if (!detail.masked) return children
  return (
    <Reveal of={{ orderNo: detail.order.orderNo, at: shownAt(detail), field, contact }} masked={children} as={as} />
  )
}
