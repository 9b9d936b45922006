import type { Payee } from '../../services/payout.ts'
import { Reveal } from '../detail/record/Reveal.tsx'

type OfPayeeProps = { orderNo: string; payee: Payee; field: 'account' | 'accountHolder'; which?: string }

/** A bank detail of the payee from the record that the payout uses, masked until it is revealed. */
export const OfPayee = ({ orderNo, payee, field, which }: OfPayeeProps) =>
  payee[field] ? <Reveal of={{ orderNo, record: payee.record, field }} masked={payee[field]} which={which} /> : '–'
