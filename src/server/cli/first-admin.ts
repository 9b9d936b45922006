import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { to } from '../../machines/paths.ts'
import { makeFirstAdmin, resetAdmin } from '../access/firstAdmin.ts'
import { readEnvironment } from '../environment.ts'
import { systemClock } from '../kit/clock.ts'
import { projections } from '../processes.ts'
import { createStore } from '../store/store.ts'
import { fail, runOn } from './run.ts'

const options = { email: { type: 'string' }, name: { type: 'string' }, reset: { type: 'boolean' } } as const

const givenPerson = () => {
  const { email = '', name = '', reset = false } = parseArgs({ options }).values
  const person = { email: email.trim(), name: name.trim(), reset }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(person.email) || (person.name === '') !== reset)
    throw new Error('say whom: npm run first-admin -- --email <e-mail> --name <name>, or --email <e-mail> --reset')
  return person
}

try {
  const person = givenPerson()
  await runOn(async (db) => {
    const store = createStore({ db, projections, ids: randomUUID })
    const parts = { db, store, clock: systemClock, ids: randomUUID }
    const { token, until, enabled } = await (person.reset
      ? resetAdmin(parts, person.email)
      : makeFirstAdmin(parts, person))
    const { port } = readEnvironment(process.env)
    if (enabled) console.log('The account was disabled. Nobody else administers: it is enabled again.')
    console.log(`Choose a password at http://localhost:${port}${to.setPassword()}#${token}`)
    console.log(`or under the console’s own address. The link works once, until ${new Date(until).toISOString()}.`)
    return true
  }, options)
} catch (error) {
  fail(error)
}
