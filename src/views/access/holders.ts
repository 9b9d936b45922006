import { to } from '../../machines/paths.ts'
import type { Role } from '../../services/access.ts'

/** The path of the account list, filtered by a screen, an interface, or a role. */
export const accountsWith = (filter: { menu: string } | { interface: string } | { role: string }): string =>
  `${to.account()}?${new URLSearchParams(filter)}`

/** The roles that hold one of `names`; `admin` holds everything without a grant. */
export const holdersOf = (roles: readonly Role[], names: readonly string[], of: 'menus' | 'interfaces'): Role[] =>
  roles.filter((role) => role.name === 'admin' || role[of].some((held) => names.includes(held)))
