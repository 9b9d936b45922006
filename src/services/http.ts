import { FetchError, ofetch } from 'ofetch'
import { type DataOf, type Endpoint, type InputOf, usualLimit } from './endpoint.ts'
import { withPrefetch } from './prefetch.ts'
import { type Sleep, sleep } from './sleep.ts'

/** A failed call: the server's code, its message in the user's language, and the data beside it. */
export class CallError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown = null) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.data = data
  }
}

/** A network or HTTP failure: no envelope arrived. */
export const noAnswer = -1
/** An answer that is no envelope, or whose data the endpoint does not declare. */
export const unfit = -2
export const loggedOut = 403

export type Client = {
  call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: { key?: string; signal?: AbortSignal },
  ) => Promise<DataOf<E>>
  /** Prefetches the answer of an identical later call; resolves when the prefetch ends, successfully or not. */
  prefetch: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<void>
  /** The prefetched answer if it has arrived; the caller may render it until it makes the call. */
  arrived: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => DataOf<E> | undefined
  /** Drops the prefetched answers, which may be stale. */
  forget: () => void
  /** Sends the calls again that have no answer yet, uploads excepted. Their keys make that safe. */
  resend: () => void
  /** Rejects when the server does not answer in time, or something in between answers for it. */
  probe: (signal: AbortSignal) => Promise<void>
  /** The change feed as a byte stream. The caller reads it and calls again when it ends. */
  feed: (after: number | undefined, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
}

/** A call that failed without a message of the server's. */
export type Failure = { kind: 'noAnswer' | 'unfit' } | { kind: 'httpError'; status: number }

type Settings = {
  base: string
  token: () => string | undefined
  language: () => string
  /** `byHand` is false for a call that a screen made by itself. */
  onLoggedOut: (byHand: boolean) => void
  /** A failure's message in the user's language. */
  inWords: (failure: Failure) => string
  /** Receives the error of every failed call except aborted ones; `line` is the call's method and path. */
  onFailed: (error: CallError, line: string) => void
  onAnswered: (line: string) => void
  /** The connection broke twice; the client tries again. */
  onBroken: () => void
  /** A call has had no answer for a while, or such a call is over. */
  onWaiting: (isWaiting: boolean) => void
  pause?: Sleep
}

const timeoutMs = 60_000
const probeTimeoutMs = 5000
// A second later a reader wonders; the probe that it starts has another one.
const patienceMs = 1000
// Pauses between retries after a broken connection: long enough for another server to take over.
const pausesMs = [500, 1500, 3000]

type Envelope = { code: number; msg: string; data: unknown }
const isEnvelope = (value: unknown): value is Envelope => typeof value === 'object' && value !== null && 'code' in value

// The connection broke before or during the answer.
const isBroken = (error: unknown) =>
  error instanceof FetchError ? error.response === undefined : error instanceof TypeError

/** Calls endpoints of the admin server. Rejects with a CallError, and informs the session when the login has ended. */
export const createClient = ({ pause = sleep, ...settings }: Settings): Client => {
  const headers = (more: Record<string, string> = {}) => {
    const token = settings.token()
    return { 'Accept-Language': settings.language(), ...(token ? { 'X-Token': token } : {}), ...more }
  }

  /** Ignores a call whose token was replaced meanwhile: its refusal does not concern the present session. */
  const heardLoggedOut = (sent: Record<string, string>, byHand: boolean) => {
    if (sent['X-Token'] === settings.token()) settings.onLoggedOut(byHand)
  }

  const pending = new Set<AbortController>()

  /**
   * Retries after a broken connection, which leaves open whether the call was executed. Its idempotency key makes the
   * retry safe.
   */
  const sendAgain = async (
    send: (signal: AbortSignal) => Promise<unknown>,
    signal: AbortSignal,
    { limit }: Endpoint,
  ): Promise<unknown> => {
    for (const [tries, ms] of pausesMs.entries()) {
      const one = new AbortController()
      // An upload may be what keeps the line busy.
      if (limit <= usualLimit) pending.add(one)
      try {
        return await send(AbortSignal.any([signal, one.signal]))
      } catch (error) {
        if (signal.aborted || !isBroken(error)) throw error
        if (tries === 1) settings.onBroken()
        await pause(ms * (0.5 + Math.random() / 2), signal)
      } finally {
        pending.delete(one)
      }
    }
    return send(signal)
  }

  /** Tells when an answer is long in coming. */
  const watched = async (answer: Promise<unknown>): Promise<unknown> => {
    let isWaiting = false
    const timer = setTimeout(() => {
      isWaiting = true
      settings.onWaiting(true)
    }, patienceMs)
    try {
      return await answer
    } finally {
      clearTimeout(timer)
      if (isWaiting) settings.onWaiting(false)
    }
  }

  const lineOf = ({ method, path }: Endpoint) => `${method} ${path}`

  const failed = (endpoint: Endpoint, error: CallError): CallError => {
    settings.onFailed(error, lineOf(endpoint))
    return error
  }

  const failureOf = (error: unknown): Failure =>
    error instanceof FetchError && error.status !== undefined
      ? { kind: 'httpError', status: error.status }
      : { kind: 'noAnswer' }

  const unfitAnswer = (endpoint: Endpoint) =>
    failed(endpoint, new CallError(unfit, settings.inWords({ kind: 'unfit' })))

  const call: Client['call'] = async (endpoint, input, options = {}) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const sent = {
      method: endpoint.method,
      ...(endpoint.method === 'GET'
        ? { query: input as Record<string, string> }
        : { body: input as Record<string, unknown> }),
      headers: headers(endpoint.method === 'GET' ? {} : { 'Idempotency-Key': options.key ?? crypto.randomUUID() }),
      retry: 0,
      credentials: 'include',
    } as const
    let answer: unknown
    try {
      answer = await watched(
        sendAgain((one) => ofetch(settings.base + endpoint.path, { ...sent, signal: one }), signal, endpoint),
      )
    } catch (error) {
      if (options.signal?.aborted) throw error
      answer = error instanceof FetchError ? error.data : undefined
      // ofetch's own message quotes the URL, and with it a token in the query.
      if (!isEnvelope(answer)) throw failed(endpoint, new CallError(noAnswer, settings.inWords(failureOf(error))))
    }
    if (!isEnvelope(answer)) throw unfitAnswer(endpoint)
    settings.onAnswered(lineOf(endpoint))
    if (!answer.code) {
      const read = endpoint.data.safeParse(answer.data)
      if (!read.success) throw unfitAnswer(endpoint)
      return read.data as DataOf<typeof endpoint>
    }
    if (answer.code === loggedOut) heardLoggedOut(sent.headers, !endpoint.unattended)
    throw failed(endpoint, new CallError(answer.code, answer.msg, answer.data))
  }

  const feed: Client['feed'] = async (after, signal) => {
    const sent = headers(after === undefined ? {} : { 'Last-Event-ID': String(after) })
    const response = await fetch(`${settings.base}/feed`, {
      headers: sent,
      credentials: 'include',
      signal,
    })
    if (!response.ok || !response.body) throw new CallError(noAnswer, `feed: ${response.status}`)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const answer: unknown = await response.json()
      if (isEnvelope(answer) && answer.code === loggedOut) heardLoggedOut(sent, false)
      throw new CallError(noAnswer, 'feed refused')
    }
    return response.body
  }

  const resend: Client['resend'] = () => {
    for (const one of pending) one.abort()
  }

  const probe: Client['probe'] = async (signal) => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)])
    const { status } = await fetch(`${settings.base}/healthz`, { cache: 'no-store', signal: inTime })
    // A server without this path has answered.
    if (status >= 500) throw new CallError(noAnswer, `healthz: ${status}`)
  }

  return { ...withPrefetch(call), resend, probe, feed }
}
