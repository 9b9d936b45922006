import type { TestApp } from '../kit/app.ts'
import type { IdOf } from './model.ts'

/** Maps logins to account ids; every other name, such as the system's, is its own id. */
export const idsOf = async (app: TestApp, logins: readonly string[]): Promise<IdOf> => {
  const people = await Promise.all(logins.map(async (login) => [login, (await app.login(login)).id] as const))
  const ids = new Map(people)
  return (name) => ids.get(name) ?? name
}
