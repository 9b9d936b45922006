import type { Fact } from '../../src/machines/kernel.ts'
import { signed } from '../../src/server/channels/signature.ts'
import type { Envelope } from '../../src/server/http/mount.ts'
import type { TestApp } from '../kit/app.ts'

type Sending = { channel: string; txid: string; amount: number }

/** Sends a provider's signed callback with the word behind an event. Throws when it is refused. */
export const callBack = async (
  { app, server, clock }: TestApp,
  { channel, txid, amount }: Sending,
  { type, ...facts }: Fact & { word?: string; code?: string },
): Promise<void> => {
  const word = facts.word ?? /[A-Z][a-z]+$/.exec(type)![0].toLowerCase()
  const at = clock.now()
  const body = JSON.stringify({ txid, word, code: facts.code ?? '', message: '', amount, at })
  const headers = { 'content-type': 'application/json', ...signed(server.channels.secrets[channel]!, body, at) }
  const response = await app.request(`/api/channels/${channel}/callback`, { method: 'POST', headers, body })
  const { code, msg } = (await response.json()) as Envelope
  if (code) throw new Error(`what ${channel} says is answered ${code}: ${msg}`)
}
