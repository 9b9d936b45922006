import { createHmac, timingSafeEqual } from 'node:crypto'

/** The headers of a signed call: epoch milliseconds, and the signature in hexadecimal. */
export const signatureHeaders = { timestamp: 'x-timestamp', signature: 'x-signature' } as const

type Signed = { timestamp: string; body: string; signature: string }

// The window for a replay of a captured call. The clocks of two companies differ by less.
const toleranceMs = 5 * 60_000

/** HMAC-SHA256 over the timestamp and the body exactly as sent. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** Whether the signature is valid and recent; `now` in epoch milliseconds. The comparison takes constant time. */
export const isSigned = (secret: string, { timestamp, body, signature }: Signed, now: number): boolean => {
  const expected = Buffer.from(signatureOf(secret, timestamp, body))
  const given = Buffer.from(signature)
  const right = given.length === expected.length && timingSafeEqual(given, expected)
  return right && /^\d{1,15}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= toleranceMs
}

/** The headers of a call signed at `now`. */
export const signed = (secret: string, body: string, now: number): Record<string, string> => ({
  [signatureHeaders.timestamp]: String(now),
  [signatureHeaders.signature]: signatureOf(secret, String(now), body),
})
