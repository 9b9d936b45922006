import { maskAccount } from '../../machines/masks.ts'

// Words of banks and transfers. Without them nobody can tell a payment from a bank's own fee.
const ofTrade = new Set(
  (
    'ADM ADMIN ADMINISTRASI ANGSURAN ATM BAYAR BCA BI BIAYA BIFAST BNI BRI BSI CICILAN CR DARI DB DR FAST KE KLIRING KR LLG MANDIRI ' +
    'PAJAK PEMBAYARAN PENCAIRAN PINJAMAN QRIS RETUR RTGS SETORAN SKN TARIK TRANSFER TRF TRSF TUNAI VA'
  ).split(' '),
)

// Three alternatives: a transaction id or order number of the lender, a number, a word.
const parts = /\b(LK\d{12,}(?:-P\d+)?|WD\d{6}\W?[0-9a-f]{12})\b|(\p{N}+)|\p{L}[\p{L}\p{M}\p{N}]*/giu

/**
 * Masks the bank's text on a movement for a list. The lender's own numbers and words of the trade stay whole; another
 * word keeps its first letter, another number its last digits.
 */
export const maskInfo = (info: string): string =>
  info.replaceAll(parts, (part, own: string | undefined, digits: string | undefined) => {
    if (own !== undefined || ofTrade.has(part.toUpperCase())) return part
    return digits === undefined ? `${[...part][0]}***` : maskAccount(digits)
  })
