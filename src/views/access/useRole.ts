import { useParams } from 'react-router-dom'
import { useRoles } from './useRoles.ts'

/** The role in the URL, and all roles. */
export const useRole = () => {
  const { role_id } = useParams()
  const { roles, error, retry, reload } = useRoles()
  return { roles, role: roles?.find(({ id }) => String(id) === role_id), error, retry, reload }
}
