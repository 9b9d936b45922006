import { holdings } from '../../services/access.ts'
import { useLive } from '../detail/record/useLive.ts'
import { useRecord } from '../detail/record/useRecord.ts'

/** All roles with their grants and number of holders, live. */
export const useRoles = () => {
  const asked = useRecord(holdings, {}, { kind: 'role', id: undefined })
  useLive('account', undefined, asked.reload)
  return { ...asked, roles: asked.record?.roles }
}
