import type { TestApp } from '../kit/app.ts'
import type { IdOf } from './model.ts'

/** The accounts behind logins; every other name is its own id, as the system's is. */
export const idsOf = async (app: TestApp, logins: readonly string[]): Promise<IdOf> => {
  const people = await Promise.all(logins.map(async (login) => [login, (await app.login(login)).id] as const))
  const ids = new Map(people)
  return (name) => ids.get(name) ?? name
}
