import { type Leaf, leavesOf, titleOf } from '../../machines/paths.ts'
import { constantRoutes, controlledRoutes } from '../../machines/routes.ts'

export type MenuGroup = { key: string; titles: readonly string[]; leaves: readonly Leaf[] }

/**
 * All routes that depend on a role, grouped by branch. Derived from the route table, so that a new route needs no entry
 * here.
 */
export const menuGroups = (): MenuGroup[] => {
  const groups = new Map<string, { titles: string[]; leaves: Leaf[] }>()
  const limited = leavesOf(constantRoutes.filter((route) => 'roles' in route))
  for (const leaf of [...limited, ...leavesOf(controlledRoutes)]) {
    const key = leaf.ancestors.map(({ name }) => name).join('/') || leaf.route.name
    const titles = (leaf.ancestors.length > 0 ? leaf.ancestors : [leaf.route]).flatMap((route) => titleOf(route) ?? [])
    const group = groups.get(key) ?? { titles, leaves: [] }
    group.leaves.push(leaf)
    groups.set(key, group)
  }
  return [...groups].map(([key, group]) => ({ key, ...group }))
}
