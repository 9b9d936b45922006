import { to } from '../../machines/paths.ts'
import type { Role } from '../../services/power.ts'

/** The list of the accounts that may open a screen, make a call, or have a role. */
export const accountsWith = (filter: { menu: string } | { interface: string } | { role: string }): string =>
  `${to.account()}?${new URLSearchParams(filter)}`

/** The roles that hold one of these names; `admin` holds everything without a grant. */
export const holdersOf = (roles: readonly Role[], names: readonly string[], of: 'menus' | 'interfaces'): Role[] =>
  roles.filter((role) => role.name === 'admin' || role[of].some((held) => names.includes(held)))
