import * as access from '../../src/services/access.ts'
import type { TestApp } from '../kit/app.ts'

/** Runs `work` while a role lacks one of its rights. */
export const without = async (app: TestApp, role: string, right: string, work: () => Promise<unknown>) => {
  const admin = await app.login('admin')
  const role_id = (await admin.data(access.getRoles, {})).roles.find(({ name }) => name === role)!.id
  const { interfaces } = await admin.data(access.getInterfaces, { role_id })
  const held = interfaces.filter(({ granted }) => granted).map(({ id }) => id)
  await admin.data(access.interfaceSave, { role_id, interfaces: held.filter((id) => id !== right) })
  await work()
  await admin.data(access.interfaceSave, { role_id, interfaces: held })
}
