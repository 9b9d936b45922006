import { maskAccount } from '../../machines/identity.ts'

// Of banks and of transfers, without which nobody can tell a payment from a bank's own fee.
const ofTrade = new Set(
  (
    'ADM ADMIN ADMINISTRASI ANGSURAN ATM BAYAR BCA BI BIAYA BIFAST BNI BRI BSI CICILAN CR DARI DB DR FAST KE KLIRING KR LLG MANDIRI ' +
    'PAJAK PEMBAYARAN PENCAIRAN PINJAMAN QRIS RETUR RTGS SETORAN SKN TARIK TRANSFER TRF TRSF TUNAI VA'
  ).split(' '),
)

// An order, a sending of its payout or a withdrawal; a number; a word.
const parts = /\b(LK\d{12,}(?:-P\d+)?|WD\d{6}\W?[0-9a-f]{12})\b|(\p{N}+)|\p{L}[\p{L}\p{M}\p{N}]*/giu

/**
 * What a bank says of a movement, for a list: the lender's own numbers and words of the trade as they are, of any other word its first
 * letter, of any other number its last digits.
 */
export const maskInfo = (info: string): string =>
  info.replaceAll(parts, (part, own: string | undefined, digits: string | undefined) => {
    if (own !== undefined || ofTrade.has(part.toUpperCase())) return part
    return digits === undefined ? `${[...part][0]}***` : maskAccount(digits)
  })
