import type { Payee } from '../../services/loan.ts'
import { Reveal } from '../detail/Reveal.tsx'

type OfPayeeProps = { orderNo: string; payee: Payee; field: 'account' | 'accountHolder'; which?: string }

/** One thing of where the money goes, as the record says that the payout is made by. */
export const OfPayee = ({ orderNo, payee, field, which }: OfPayeeProps) =>
  payee[field] ? <Reveal of={{ orderNo, record: payee.record, field }} masked={payee[field]} which={which} /> : '–'
