import type { Client } from '../../../services/http.ts'

/** `words` is a locale key with the parameters `name` and `count`; without it, the name is the label. */
export type Option = { value: string; words?: string; name?: string; count?: number }

/** The first or last valid day, and the locale key of the error beyond it. */
export type Bound = { day: string; beyond: string }

/** The largest valid amount, and the locale key of the error above it. */
export type Most = { amount: number; above: string }

/** The form field of one value; its label comes from the chart's locale namespace. */
export type Field =
  | {
      kind: 'choice'
      options: readonly Option[] | ((client: Client) => Promise<Option[]>)
      numeric?: true
      initial?: string
    }
  | { kind: 'rupiah'; initial?: number; most?: Most }
  | {
      kind: 'checks'
      options: readonly Option[] | ((client: Client) => Promise<Option[]>)
      optional?: boolean
      initial?: readonly string[]
    }
  | { kind: 'text'; most: number; optional?: boolean; initial?: string }
  | { kind: 'line'; most?: number | undefined; optional?: boolean; initial?: string }
  | { kind: 'number'; initial?: number }
  | { kind: 'day'; initial?: string; first?: Bound; last?: Bound }
