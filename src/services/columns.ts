/** An instant is epoch milliseconds. */
export type Cell = string | number | null

/** The translation of a key with the values of its placeholders, or `otherwise` when there is none. */
export type InWords = (key: string, otherwise?: string, values?: Readonly<Record<string, unknown>>) => string

/**
 * One column of a list, for its screen and its export. `head` is a locale key. An amount is rupiah, a rate
 * basis points, an instant epoch milliseconds, a day 'YYYY-MM-DD', and a word its locale key.
 */
export type ListColumn<Row> = {
  head: string
  kind: 'text' | 'word' | 'number' | 'money' | 'rate' | 'instant' | 'day'
  value: (row: Row, inWords: InWords) => Cell
}

/** The columns of a list, under the names that layouts and exports store. */
export type ListColumns<Row, Name extends string = string> = Readonly<Record<Name, ListColumn<Row>>>

const column =
  <Value extends Cell>(kind: ListColumn<never>['kind']) =>
  <Row>(head: string, value: (row: Row, inWords: InWords) => Value | null): ListColumn<Row> => ({ head, kind, value })

export const text = column<string>('text')
export const word = column<string>('word')
export const number = column<number>('number')
export const money = column<number>('money')
export const rate = column<number>('rate')
export const instant = column<number>('instant')
export const day = column<string>('day')

/** Several values as words of one namespace. */
export const each = (values: readonly (string | number)[], key: string, inWords: InWords) =>
  values.map((value) => inWords(`${key}.${value}`)).join(', ')
