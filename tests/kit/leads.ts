import * as lead from '../../src/services/lead.ts'
import type { TestApp } from './app.ts'

/** Imports somebody of the simulated lender's city as a lead; answers its id. */
export const importedLead = async (
  { login }: Pick<TestApp, 'login'>,
  { phone = '+62812000011112', name = 'Calon Nasabah', province = '31' }: Partial<lead.Prospect> = {},
): Promise<string> => {
  const head = await login('telemarketingLead')
  const leads = [{ phone, name, province }]
  await head.data(lead.importLeads, { batch: 'UJI-1', source: 'uji', proof: 'formulir', leads })
  return (await head.data(lead.list, { phone })).rows[0]!.id
}
