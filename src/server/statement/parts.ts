import type { ReadStatement } from '../files/statement.types.ts'

/** One statement of a file: its lines and what was left out of it. */
export type Part = Pick<ReadStatement, 'lines' | 'pending'>

/** The statements of a file by day. What a day without movements left out belongs to the next one. */
export const partsOf = ({ lines, pending }: Part): Part[] => {
  const byPart = [...Map.groupBy(lines, ({ part }) => part)]
  const ownerOf = (part: number) => (byPart.find(([number]) => number >= part) ?? byPart.at(-1)!)[0]
  return byPart.map(([number, own]) => ({
    lines: own,
    pending: pending.filter(({ part }) => ownerOf(part) === number),
  }))
}

/** The id of the nth statement of an uploaded file, from 1. The first one is the file itself. */
export const partId = (file: string, nth: number) => (nth === 1 ? file : `${file}.${nth}`)

/** The place of a statement in its file, from 1. */
export const nthOf = (id: string) => Number(/\.(\d+)$/.exec(id)?.[1] ?? 1)

/** The ids of the statements before one in its file. */
export const earlierThan = (id: string): string[] =>
  Array.from({ length: nthOf(id) - 1 }, (_, before) => partId(id.replace(/\.\d+$/, ''), before + 1))
