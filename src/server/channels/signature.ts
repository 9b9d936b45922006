import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signed call says in its headers: epoch milliseconds, and the signature in hexadecimal. */
export const signatureHeaders = { timestamp: 'x-timestamp', signature: 'x-signature' } as const

type Signed = { timestamp: string; body: string; signature: string }

// Whoever overheard a call can repeat it for as long as this; clocks of two companies differ by less.
const toleranceMs = 5 * 60_000

/** HMAC-SHA256 over the timestamp and the body as it was sent, byte for byte. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** Whether who sent it knows the secret and did so just now (epoch milliseconds); it takes as long for any wrong signature. */
export const isSigned = (secret: string, { timestamp, body, signature }: Signed, now: number): boolean => {
  const expected = Buffer.from(signatureOf(secret, timestamp, body))
  const given = Buffer.from(signature)
  const right = given.length === expected.length && timingSafeEqual(given, expected)
  return right && /^\d{1,15}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= toleranceMs
}

/** The headers of a call that is signed now. */
export const signed = (secret: string, body: string, now: number): Record<string, string> => ({
  [signatureHeaders.timestamp]: String(now),
  [signatureHeaders.signature]: signatureOf(secret, String(now), body),
})
