import type { ReactNode } from 'react'
import type { AnyStateMachine } from 'xstate'
import type { Limits, State } from '../../../machines/kernel.ts'
import type { Endpoint } from '../../../services/endpoint.ts'
import type { Format } from '../../shared/format.ts'
import type { Field } from '../form/field.ts'
import type { Typed } from '../form/fields.ts'

/** A lifecycle in the console: its chart, its locale namespace, and the endpoint of each event. */
export type Process = { machine: AnyStateMachine; words: string; commands: Readonly<Record<string, Endpoint>> }

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
   * The form fields that the endpoint's schema cannot describe: choices from the server, and bounds from the record. Null
   * where nobody is asked.
   */
  field?: (event: string, ask: string) => Field | null | undefined
  /** The facts that a person decides on, by locale key: the amount, whose it is, the account, the channel. */
  about?: (event: string, format: Format) => Readonly<Record<string, ReactNode>>
  /** A preview of the command's result, below the form's fields. */
  preview?: (event: string, typed: Readonly<Record<string, Typed>>) => ReactNode
  /** Why the input may be a mistake, in words. The form asks once more before it sends it. */
  doubt?: (event: string, typed: Readonly<Record<string, Typed>>) => string | undefined
}
