import { getApps } from '../../services/access.ts'
import type { Client } from '../../services/http.ts'
import type { Option } from '../detail/form/field.ts'
import { useOptions } from '../detail/form/options.ts'

const load = async (client: Client): Promise<Option[]> => {
  const { apps } = await client.call(getApps, {})
  return apps.map(({ code, name }) => ({ value: code, name }))
}

/** The lending apps by code; empty until they are loaded. */
export const useApps = (): readonly Option[] => useOptions(load) ?? []
