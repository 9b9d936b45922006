import { expect, test } from 'vitest'
import { effect } from '../../src/machines/kernel.ts'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import type { Whole } from '../../src/server/process.ts'
import { heard, processes, projections } from '../../src/server/processes.ts'
import type { Server } from '../../src/server/server.ts'

// Jobs that are kept until Loket sends messages to customers.
const waiting = ['askCustomer']

const kinds = lifecycles.map(({ name }) => name).toSorted()

test('every lifecycle says who hears of it', () => {
  expect(Object.keys(heard).toSorted()).toEqual(kinds)
})

test('every lifecycle has a table', () => {
  const made = new Set(projections.tables.map(({ kind }) => kind))
  expect(kinds.filter((kind) => !made.has(kind))).toEqual([])
})

test('no two processes say anything of one kind', () => {
  const said = processes.flatMap((process) => Object.keys(process.heard ?? {}))
  expect(said.toSorted()).toEqual([...new Set(said)].toSorted())
})

test('every effect that a chart names is done by one process, and nothing else is', () => {
  const named = lifecycles.flatMap(({ machine }) =>
    Object.entries(machine.implementations.actions).flatMap(([name, action]) => (action === effect ? [name] : [])),
  )
  // Only the effects' names are read; none of them runs.
  const server = {} as Server
  const whole = {} as Whole
  const done = processes.flatMap(({ effects = {} }) =>
    Object.values(effects).flatMap((effectsOf) => Object.keys(effectsOf(server, whole))),
  )
  expect([...done, ...waiting].toSorted()).toEqual([...new Set(named)].toSorted())
})
