import type { ReactNode } from 'react'
import type { AnyStateMachine } from 'xstate'
import type { Limits, State } from '../../../machines/kernel.ts'
import type { Endpoint } from '../../../services/endpoint.ts'
import type { Client } from '../../../services/http.ts'
import type { Typed } from '../form/fields.ts'

/** A lifecycle in the console: its chart, its locale namespace, and the endpoint of each event. */
export type Process = { machine: AnyStateMachine; words: string; commands: Readonly<Record<string, Endpoint>> }

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
  | { kind: 'checks'; options: readonly Option[] }
  | { kind: 'text'; most: number; optional?: boolean }
  | { kind: 'line'; most?: number | undefined; optional?: boolean }
  | { kind: 'number' }
  | { kind: 'day'; initial?: string; first?: Bound; last?: Bound }

/** The last event on the subject, to tell a user whose command it overtook. */
export type LastStep = { type: string; by: string; byName: string | undefined; at: number }

/** One instance of a lifecycle as the target of commands, from a list row or a detail. */
export type Subject = {
  process: Process
  stream: string
  /** Its name for people. */
  name: string
  /** The fields that identify it in the body of every command, beside the version. */
  body: Readonly<Record<string, unknown>>
  state: State
  /** The server's time and the limits in force, where the chart's guards read them. */
  at?: number
  limits?: Limits
  last?: LastStep
  /**
   * The form fields that the endpoint's schema cannot describe: choices from the server, and bounds from the record.
   */
  field?: (event: string, ask: string) => Field | undefined
  /** A preview of the command's result, below the form's fields. */
  preview?: (event: string, typed: Readonly<Record<string, Typed>>) => ReactNode
  /** Why the input may be a mistake, in words. The form asks once more before it sends it. */
  doubt?: (event: string, typed: Readonly<Record<string, Typed>>) => string | undefined
}
