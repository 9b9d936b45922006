import type { Locator, Page } from 'playwright-core'
import type { Fact } from '../../src/machines/kernel.ts'
import { to } from '../../src/machines/paths.ts'
import type { Role, RoleEvent } from '../../src/machines/role.ts'
import { labelOf } from '../kit/labelOf.ts'
import { english } from './english.ts'
import type { Screens } from './office.browser.ts'
import { roleProcess } from './role.driver.ts'
import type { Move } from './role.moves.ts'

const words = english('access')
const routes = english('routes')
const common = english('common')
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true })

const fillIn = async (page: Page, fact: Fact) => {
  const { name, note } = fact as RoleEvent & { type: 'roleSaved' }
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('name'), { exact: true }).fill(name)
  await dialog.getByLabel(words('note'), { exact: true }).fill(note)
  await button(dialog, common('save')).click()
}

/** Opens a page of grants from the list, ticks, saves, and returns to the list. */
const grant = async (page: Page, link: Locator, names: readonly string[]) => {
  await link.click()
  for (const name of names) await labelOf(page.getByRole('checkbox', { name, exact: true })).click()
  await button(page, common('save')).click()
  await page.locator('.grant-bar:visible').getByText(words('unchanged'), { exact: true }).waitFor()
  await page.getByRole('link', { name: words('history'), exact: true }).click()
}

/** At the list of roles, and each role's two pages of grants. */
export const roleOnScreens = () => {
  const process = roleProcess()
  let known: Role
  const linkTo = (page: Page, held: readonly string[], what: 'menus' | 'interfaces', { name }: Pick<Role, 'name'>) =>
    page.getByRole('link', { name: `${held.length} · ${words(`${what}Of`).replace('{{name}}', name)}`, exact: true })

  const screens: Screens<Move, Role> = {
    at: () => to.role(),
    does: {
      roleSaved: async (page, version, fact) => {
        await button(page, version === 0 ? words('newRole') : `${words('change')}: ${known.name}`).click()
        await fillIn(page, fact)
      },
      menusGranted: (page, _, fact) => {
        const { menus } = fact as RoleEvent & { type: 'menusGranted' }
        return grant(page, linkTo(page, known.menus, 'menus', known), menus.map(routes))
      },
      interfacesGranted: (page, _, fact) => {
        const { interfaces } = fact as RoleEvent & { type: 'interfacesGranted' }
        return grant(page, linkTo(page, known.interfaces, 'interfaces', known), interfaces)
      },
    },
    shows: (page, _place, role) => {
      known = role
      const row = page.getByRole('row').filter({ has: linkTo(page, role.menus, 'menus', role) })
      return [row.getByText(role.note, { exact: true }), linkTo(page, role.interfaces, 'interfaces', role)]
    },
  }
  return { process, screens }
}
