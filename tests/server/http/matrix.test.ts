import { beforeAll, describe, expect, test } from 'vitest'
import { demoRoles } from '../../../src/server/demo/staff.ts'
import type { Endpoint } from '../../../src/services/endpoint.ts'
import { password } from '../../kit/app.ts'
import { engines } from '../../kit/engines.ts'
import { type Person, rawCalls } from '../../kit/raw.ts'
import { withApp } from '../../kit/withApp.ts'

const hours = 3_600_000
const roles = Object.keys(demoRoles) as (keyof typeof demoRoles)[]
const standings = ['active', 'none', 'expired', 'disabled'] as const
type Standing = (typeof standings)[number]

// No endpoint accepts this body: 400 means that the caller was admitted, and nothing was done.
const body = { nothingTakesThis: 1 }
const taken = 400

/** The expected answer of a cell, by the endpoint's declaration and the role's grants. */
const declared = ({ permission, interface: name }: Endpoint, role: (typeof roles)[number], standing: Standing) => {
  if (permission === 'anyone') return taken
  // Staff have no API key and no signature.
  if (permission === 'customerApp' || permission === 'signed') return 4030
  if (standing !== 'active') return 403
  const granted: readonly string[] = demoRoles[role].interfaces
  return permission === 'staff' || role === 'admin' || granted.includes(name) ? taken : 4030
}

const all = {
  anyone: 'anyone',
  staff: 'every role',
  customerApp: 'customers’ apps, with their key',
  signed: 'providers, with their signature',
}

describe('the matrix of endpoints, roles and sessions', () => {
  const { app } = withApp(engines().at(-1))
  let people: Record<Standing, Map<string, Person>>
  beforeAll(async () => {
    const calls = rawCalls(app.app)
    const each = async (login: (role: string, id: number) => Promise<Person>) => {
      const entries: [string, Person][] = []
      for (const [index, role] of roles.entries()) entries.push([role, await login(role, index + 1)])
      return new Map(entries)
    }
    const expired = await each((role) => calls.login(role))
    app.clock.advance(13 * hours)
    const active = await each((role) => calls.login(role))
    const admin = active.get('admin')!
    const disabled = await each(async (role, id) => {
      const account = { name: role, email: `${role}.gone@demo.example`, roles: [id] }
      const opened = await admin.call<{ stream: string }>('POST /power/user_edit', { ...account, password })
      const person = await calls.login(`${role}.gone`)
      const { data } = await person.info()
      if (!data?.roles?.includes(role)) throw new Error(`${role} did not get the role`)
      const closing = { ...account, id: Number(opened.data.stream.slice('account/'.length)), status: 'disabled' }
      const { code, msg } = await admin.call('POST /power/user_edit', closing)
      if (code !== 0) throw new Error(`${role} is not disabled: ${msg}`)
      return person
    })
    const none = await each(async () => calls.as({ token: '', cookie: '' }))
    people = { active, none, expired, disabled }
  })

  const pathOf = ({ path }: Endpoint) =>
    path.replace(/:provider(\{\w+\})?/, (_, only?: string) =>
      only ? only.slice(1, -1) : Object.keys(app.server.channels.secrets)[0]!,
    )

  test('is as declared in every cell, and the endpoints are those that were agreed on', async () => {
    const wrong: string[] = []
    const lines: string[] = []
    let cells = 0
    for (const endpoint of app.mounted) {
      const line = `${endpoint.method} ${pathOf(endpoint)}`
      const callers: string[] = []
      for (const standing of standings)
        for (const role of roles) {
          const answer =
            endpoint.method === 'GET'
              ? await people[standing].get(role)!.call(`${line}?nothingTakesThis=1`)
              : await people[standing].get(role)!.call(line, body)
          cells += 1
          if (answer.code === taken && standing === 'active') callers.push(role)
          const wanted = declared(endpoint, role, standing)
          if (answer.code !== wanted) wrong.push(`${line} as ${role}, ${standing}: ${answer.code} and not ${wanted}`)
        }
      const who = endpoint.permission === 'granted' ? callers.join(' ') : all[endpoint.permission]
      lines.push(`${endpoint.method} ${endpoint.path} (${endpoint.interface}): ${who}`)
    }
    console.log(`${cells} cells: ${app.mounted.length} endpoints, ${roles.length} roles, ${standings.length} sessions`)
    expect(wrong).toEqual([])
    expect(cells).toBe(app.mounted.length * roles.length * standings.length)
    // A new endpoint or grant must be reviewed by a person, who then updates the snapshot with `vitest -u`.
    await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('rights.txt')
  })
})
