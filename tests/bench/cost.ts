import type { Endpoint } from '../../src/services/endpoint.ts'
import { happened, same } from './happened.ts'
import { sized } from './sized.ts'

/** The answer of a list page, or of its count. */
type Answered = { rows?: unknown[]; next?: unknown; count?: number; total?: number }
export type Measured = { what: string; p50: number; p95: number; first: Answered }

const times = sized(40, 1)
// Warm-up calls: code is compiled and queries are planned.
const unmeasured = sized(3, 0)

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]!

/** Measures sequential calls of an endpoint over HTTP, in ms; a GET has no input. Throws when one is refused. */
export const costOver =
  (url: string, session: Record<string, string>) =>
  async (what: string, endpoint: Endpoint, bodies: readonly unknown[]): Promise<Measured> => {
    const headers = { ...session, 'content-type': 'application/json' }
    const taken: number[] = []
    let first: Answered = {}
    for (let nth = 0; nth < times + unmeasured; nth += 1) {
      const { method, path } = endpoint
      const sent = method === 'GET' ? {} : { body: JSON.stringify(bodies[nth % bodies.length]) }
      const began = performance.now()
      const answer = await fetch(`${url}/api${path}`, { method, headers, ...sent })
      const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Answered }
      if (code !== 0) throw new Error(`${what}: ${code} ${msg}`)
      if (nth === 0) first = data
      if (nth >= unmeasured) taken.push(performance.now() - began)
    }
    return { what, p50: percentile(taken, 0.5), p95: percentile(taken, 0.95), first }
  }

/** Throws when an only page has other rows than were counted, or a page before another one is empty. */
export const agree = (page: Measured, counted: Measured): void => {
  const { rows, next } = page.first
  happened(`${page.what}: neither rows nor a count`, rows !== undefined && counted.first.count !== undefined)
  if (next === null) same(`${page.what}: rows, and their count`, rows!.length, counted.first.count)
  else happened(`${page.what}: no row on a page that has another after it`, rows!.length > 0)
}

/** Throws when no page has a row. */
export const someRows = (pages: readonly Measured[]): void =>
  happened(
    'no page has a row',
    pages.some(({ first }) => first.rows!.length > 0),
  )

export const inWords = ({ what, p50, p95 }: Measured) => `${what}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`

/** Prints the eight slowest by p95, and how many have a p95 under `aim` ms. */
export const sayDearest = (what: string, measured: readonly Measured[], aim?: number) => {
  const kept = aim === undefined ? '' : `, ${measured.filter(({ p95 }) => p95 < aim).length} with a p95 under ${aim} ms`
  console.log(`  ${measured.length} ${what}${kept}; the slowest`)
  for (const one of measured.toSorted((a, b) => b.p95 - a.p95).slice(0, 8)) console.log(`    ${inWords(one)}`)
}
