import * as access from '../../src/services/access.ts'
import type { TestApp } from '../kit/app.ts'

/** Grants every right to the roles of these people, so that only rules refuse them. */
export const grantAll = async (app: TestApp, logins: readonly string[]) => {
  const roles = new Set(logins.map((login) => login.split('.')[0]))
  const admin = await app.login('admin')
  for (const { id: role_id, name } of (await admin.data(access.getRoles, {})).roles) {
    if (!roles.has(name) || name === 'admin') continue
    const { interfaces } = await admin.data(access.getInterfaces, { role_id })
    await admin.data(access.interfaceSave, { role_id, interfaces: interfaces.map(({ id }) => id) })
  }
}
