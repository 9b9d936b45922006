import { afterAll, beforeAll } from 'vitest'
import { type Caller, type TestApp, testApp } from './app.ts'

/** The app of a block of tests, from its first test to its last, and staff who are logged in before the first. */
export const withApp = (options: Parameters<typeof testApp>[0] = {}) => {
  const app = {} as TestApp
  beforeAll(async () => void Object.assign(app, await testApp(options)))
  afterAll(() => app.close())

  /** A member of staff, by role or by the first part of the e-mail. */
  const as = (name: string): Caller => {
    const caller = {} as Caller
    beforeAll(async () => void Object.assign(caller, await app.login(name)))
    return caller
  }
  return { app, as }
}
