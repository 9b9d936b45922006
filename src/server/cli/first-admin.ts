import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { to } from '../../machines/paths.ts'
import { systemClock } from '../clock.ts'
import { readEnvironment } from '../environment.ts'
import { makeFirstAdmin } from '../firstAdmin.ts'
import { createStore } from '../store.ts'
import { fail, runOn } from './run.ts'

const options = { email: { type: 'string' }, name: { type: 'string' } } as const

const personSaid = () => {
  const { email = '', name = '' } = parseArgs({ options }).values
  const person = { email: email.trim(), name: name.trim() }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(person.email) || person.name === '')
    throw new Error('say whom: npm run first-admin -- --email <e-mail> --name <name>')
  return person
}

try {
  const person = personSaid()
  await runOn(async (db) => {
    const store = createStore({ db, ids: randomUUID })
    const { token, until } = await makeFirstAdmin({ db, store, clock: systemClock, ids: randomUUID }, person)
    const { port } = readEnvironment(process.env)
    console.log(`Choose a password at http://localhost:${port}${to.setPassword()}#${token}`)
    console.log(`or under the console’s own address. The link works once, until ${new Date(until).toISOString()}.`)
    return true
  }, options)
} catch (error) {
  fail(error)
}
