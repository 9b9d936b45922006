import { readdirSync } from 'node:fs'
import { demoRoles } from '../../src/server/demo/staff.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'

const services = new URL('../../src/services/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'permission' in value && 'interface' in value

const modules = await Promise.all(
  readdirSync(services).map((file) => import(new URL(file, services).href) as Promise<Record<string, unknown>>),
)
const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)

const roles: [name: string, role: { interfaces: readonly string[] }][] = Object.entries(demoRoles)

/** Who may use an interface: customers by their app, whoever has a link to it, everybody who is logged in, or the roles of the simulated lender that hold it. */
export const whoMay = (name: string): 'customerApp' | 'anyone' | 'staff' | string[] => {
  const permission = endpoints.find((endpoint) => endpoint.interface === name)?.permission
  if (permission === 'customerApp' || permission === 'anyone' || permission === 'staff') return permission
  if (permission !== 'granted') throw new Error(`no endpoint is granted as ${name}`)
  // The role `admin` holds everything without a grant.
  return roles.filter(([role, { interfaces }]) => role === 'admin' || interfaces.includes(name)).map(([role]) => role)
}
