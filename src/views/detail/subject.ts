import type { ReactNode } from 'react'
import type { AnyStateMachine } from 'xstate'
import type { Limits, State } from '../../machines/kernel.ts'
import type { Endpoint } from '../../services/endpoint.ts'
import type { Client } from '../../services/http.ts'
import type { Typed } from './fields.ts'

/** A lifecycle as the console works with it: its chart, the area of its words, and the endpoint behind each event. */
export type Process = { machine: AnyStateMachine; words: string; commands: Readonly<Record<string, Endpoint>> }

/** `words` is a locale key, said with `name` and `count`; without it the name is the label. */
export type Option = { value: string; words?: string; name?: string; count?: number }

/** The first or last day that is taken, and what is said of a day beyond it, as a locale key. */
export type Bound = { day: string; beyond: string }

/** The highest amount that is taken, and what is said of a higher one, as a locale key. */
export type Most = { amount: number; above: string }

/** How a form asks for one thing; the label is the chart's own word for it. */
export type Field =
  | {
      kind: 'choice'
      options: readonly Option[] | ((client: Client) => Promise<Option[]>)
      numeric?: true
      initial?: string
    }
  | { kind: 'rupiah'; initial?: number; most?: Most }
  | { kind: 'checks'; options: readonly Option[] }
  | { kind: 'text'; most: number; optional?: boolean }
  | { kind: 'line'; most?: number | undefined; optional?: boolean }
  | { kind: 'number' }
  | { kind: 'day'; initial?: string; first?: Bound; last?: Bound }

/** Who did what to it last; for telling somebody whom it overtook. */
export type LastStep = { type: string; by: string; byName: string | undefined; at: number }

/** One instance of a lifecycle that staff act on, from a row of a list or from a detail. */
export type Subject = {
  process: Process
  stream: string
  /** What people call it. */
  name: string
  /** What the body of every command says of it, beside the version. */
  body: Readonly<Record<string, unknown>>
  state: State
  /** The server's time and the limits in force, where the chart has rules on them. */
  at?: number
  limits?: Limits
  last?: LastStep
  /** How a form asks for what the endpoint's schema cannot tell: choices that the server knows, and bounds that come of the record. */
  field?: (event: string, ask: string) => Field | undefined
  /** What would come of what is typed, below the fields of a form. */
  preview?: (event: string, typed: Readonly<Record<string, Typed>>) => ReactNode
}
