import { linkHash } from '../kit/hash.ts'
import { readAhead } from '../store/streamPages.ts'
import type { Findings } from './verify.streams.ts'

export type Link = { pos: number; prev: string; hash: string }
export type Head = { pos: number; hash: string }
type Chain<Row extends Link> = {
  what: string
  rowsAfter: (pos: number) => { execute: () => Promise<Row[]> }
  fields: (row: Row) => readonly (string | number)[]
  head: Head
}

/**
 * Walks a hash chain and reports every row that was changed. A row is at fault when its own hash does not fit, or when
 * the next row, whose hash fits, names another predecessor. Returns the last position.
 */
export const walkChain = async <Row extends Link>(
  { what, rowsAfter, fields, head }: Chain<Row>,
  { problem, report }: Findings,
): Promise<number> => {
  let last = { pos: 0, hash: '', fits: true }
  const missing = (from: number, to: number) => {
    if (from === to) problem(`${what} ${from}: is missing`)
    else if (from < to) problem(`${what} ${from} to ${to}: are missing`)
  }
  const following = async (rows: Row[]) => {
    const next = await rowsAfter(rows.at(-1)?.pos ?? Number.MIN_SAFE_INTEGER).execute()
    return next.length > 0 ? next : undefined
  }
  for await (const rows of readAhead<Row[]>([], following)) {
    for (const row of rows) {
      const { pos, prev, hash } = row
      const fits = hash === linkHash(prev, fields(row))
      if (pos < 1) problem(`${what} ${pos}: is before the first`)
      if (pos > head.pos) problem(`${what} ${pos}: is beyond the head, which is at ${head.pos}`)
      if (!fits) problem(`${what} ${pos}: its contents were changed`)
      else if (pos === last.pos + 1 && prev !== last.hash && last.fits) problem(rewritten(what, last.pos, pos))
      if (pos < 1) continue
      missing(last.pos + 1, pos - 1)
      last = { pos, hash, fits }
    }
    report.count(`${what} chain`, last.pos, 'links')
  }
  missing(last.pos + 1, head.pos)
  if (last.pos === head.pos && last.hash !== head.hash && last.fits)
    problem(`${what} ${last.pos}: is not the one that the head names; it was rewritten, and perhaps those before it`)
  return last.pos
}

const rewritten = (what: string, pos: number, next: number) =>
  pos === 0
    ? `${what} ${next}: follows one that is not there`
    : `${what} ${pos}: is not the one that ${what} ${next} follows; it was rewritten, and perhaps those before it`
