import type { Format } from '../shared/format.ts'

/** The new state of a row that is no longer in the list. */
export const LeftBy = ({ words, format }: { words: string; format: Format }) => (
  <span className="list-left" title={format.t(words)}>
    {format.t(words)}
  </span>
)
