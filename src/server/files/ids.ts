import { createHash } from 'node:crypto'

const placeholders = new Set([
  'NONREF',
  'NOREF',
  'NOREFERENCE',
  'NOTPROVIDED',
  'NA',
  'NIL',
  'NIHIL',
  'NULL',
  'NONE',
  'TIDAKADA',
])
// Shorter numbers are a journal's or a day's, and come round again.
const fewestDigits = 10

/** A bank's id of a movement as it is compared; '' where it says that there is none, or a number that comes again. */
export const bankIdOf = (text: string): string => {
  const id = text
    .trim()
    .replace(/^['`\u2018\u2019]+/, '')
    .trim()
  const bare = id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  if (/^0*$/.test(bare) || placeholders.has(bare)) return ''
  return /^\d+$/.test(bare) && bare.length < fewestDigits ? '' : id
}

/**
 * An id for a movement to which the bank gave none. It is made of what every file with the movement repeats: account,
 * day, amount, the balance after it, and its place among equal ones.
 */
export const ownIdOf = (of: readonly (string | number)[], isTaken: (id: string) => boolean): string => {
  for (let nth = 0; ; nth += 1) {
    const id = `#${createHash('sha256')
      .update(JSON.stringify([...of, nth]))
      .digest('hex')
      .slice(0, 20)}`
    if (!isTaken(id)) return id
  }
}

/** The id of a second movement that a bank booked under a reference, such as the fee of a transfer. */
export const besideId = (
  id: string,
  { direction, amount }: { direction: 'credit' | 'debit'; amount: number },
): string => `${id}/${direction === 'credit' ? 'C' : 'D'}${amount}`
