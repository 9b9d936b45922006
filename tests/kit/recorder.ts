import type { Fact } from '../../src/machines/kernel.ts'
import type { Database } from '../../src/server/db/database.ts'
import type { DataOf } from '../../src/services/endpoint.ts'
import type { status } from '../../src/services/intake.ts'
import { password } from './app.ts'
import { type Sent, sendApplication } from './load.ts'
import { callsTo } from './pair.ts'
import type { Recorded, Told } from './prefix.ts'

type Answered<Answer> = { answer: Answer; start: number; end: number }
type Receipt = { stream: string; version: number; pos: number; id: string }
/** The call; `sent` is the version that it was decided on, if it names one. */
type Asked = { stream: string; sent?: number; key: string; event: Fact; via: string }

export const headOf = async ({ sql }: Database): Promise<number> =>
  (await sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()).pos

/** Records answers for `misfits`. `readHead` answers Infinity when the head is unknown. */
export const openRecorder = (readHead: () => Promise<number>) => {
  const calls: Recorded[] = []
  const begun = new Map<string, number>()
  let known = 0

  let reading: Promise<number> | undefined
  let next: Promise<number> | undefined
  /** The head as read from now on or later; concurrent callers share one read. */
  const headAfter = (): Promise<number> =>
    (next ??= (async () => {
      await reading
      next = undefined
      reading = readHead()
      return reading
    })())

  /** Makes a call. A retry under the same key keeps the start of its first try. */
  const within = async <Answer>(call: () => Promise<Answer>, key?: string): Promise<Answered<Answer>> => {
    const start = (key ? begun.get(key) : undefined) ?? known
    if (key) begun.set(key, start)
    const answer = await call()
    const end = await headAfter()
    if (end < Infinity) known = Math.max(known, end)
    return { answer, start, end }
  }

  const applied = (key: string, orderNo: string, version: number, { start, end }: Answered<unknown>) =>
    calls.push({ kind: 'accepted', by: 'app/demo', key, stream: `approval/${orderNo}`, version, start, end })

  const seen = (
    { orderNo, version, state }: { orderNo: string; version: number; state: string },
    { start, end }: Answered<unknown>,
  ) => calls.push({ kind: 'seen', stream: `approval/${orderNo}`, version, state, start, end })

  /** Throws when the answer is neither an acceptance nor a refusal. */
  const decided = (
    { stream, sent, key, event, via }: Asked,
    { answer, start, end }: Answered<{ code: number; data: unknown }>,
  ) => {
    const { code, data } = answer as { code: number; data: Receipt & { reason: string } }
    if (code === 0) {
      const { version, pos, id } = data
      calls.push({ kind: 'accepted', by: event.by, key, stream: data.stream, version, pos, id, start, end })
    } else if (code === 409 && sent !== undefined) {
      calls.push({ kind: 'stale', stream, sent, last: data as unknown as Told, start, end })
    } else if (code === 422) {
      calls.push({ kind: 'refused', stream, sent, event, via, reason: data.reason, start, end })
    } else throw new Error(`${event.type}: ${JSON.stringify(answer)}`)
  }

  /** Like `sendApplication`; only accepted applications are recorded. */
  const apply = async (url: string, sent: Sent, options?: { signal: AbortSignal }): Promise<string> => {
    const answered = await within(() => sendApplication(url, sent, options), sent.key)
    applied(sent.key, answered.answer, 1, answered)
    return answered.answer
  }

  /** Records the present state of an order. */
  const look = async (url: string, orderNo: string): Promise<void> => {
    const line = `GET /intake/applications/status?orderNo=${orderNo}`
    const looked = await within(() =>
      callsTo(url).call<DataOf<typeof status>>(line, undefined, { 'x-api-key': password }),
    )
    if (looked.answer.code !== 0) throw new Error(`${line}: ${JSON.stringify(looked.answer)}`)
    seen(looked.answer.data, looked)
  }

  return { calls, within, applied, seen, decided, apply, look }
}
export type Recorder = ReturnType<typeof openRecorder>
