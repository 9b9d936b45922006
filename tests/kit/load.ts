import type { BodyOf } from '../../src/services/endpoint.ts'
import type { apply } from '../../src/services/intake.ts'
import { password } from './app.ts'
import { application } from './application.ts'
import { openTally } from './tally.ts'

export type Sent = { key: string; body: BodyOf<typeof apply> }

/** Sends one application to a server process; throws without an answer. */
export const sendApplication = async (
  url: string,
  { key, body }: Sent,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<string> => {
  const response = await fetch(`${url}/api/intake/applications`, {
    method: 'POST',
    headers: {
      'accept-language': 'en',
      'content-type': 'application/json',
      'x-api-key': password,
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: { orderNo: string } }
  if (code !== 0) throw new Error(`${key}: ${code} ${msg} ${JSON.stringify(data)}`)
  return data.orderNo
}

/**
 * Customers' apps that apply without a pause until the server is gone; records acknowledged and in-flight applications.
 * `reaches` resolves at the nth application that is sent, or acknowledged; it throws when the load ends before.
 */
export const startLoad = (url: string, label: string, { senders = 8 } = {}) => {
  const acknowledged = new Map<string, string>()
  const inFlight: Sent[] = []
  const tallies = { sent: openTally(), acknowledged: openTally() }
  const send = async (sender: number) => {
    for (let nth = 1; ; nth += 1) {
      const sent = { key: `${label} ${sender}/${nth}`, body: application() }
      try {
        const answered = sendApplication(url, sent)
        tallies.sent.add()
        acknowledged.set(sent.key, await answered)
        tallies.acknowledged.add()
      } catch (error) {
        inFlight.push(sent)
        // A broken connection is expected when the process is killed; any other error is a fault.
        if (error instanceof TypeError || error instanceof SyntaxError) return
        throw error
      }
    }
  }
  const over = Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)))
  const ended = over.then(() => {
    throw new Error('the server was gone before the moment that was waited for')
  })
  // A test that awaits `over` or a moment receives the error. Without this handler Node ends the process before that.
  ended.catch(() => {})
  const reaches = (what: keyof typeof tallies, n: number) => Promise.race([tallies[what].reached(n), ended])
  return { acknowledged, inFlight, over, reaches }
}
