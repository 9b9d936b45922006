import type { Locator, Page } from 'playwright-core'

/** Opens the filters that have no room in the one line of a list. */
export const openAllFilters = (where: Page | Locator) =>
  where.locator('.list-filters > button[aria-expanded="false"]:visible').click()
