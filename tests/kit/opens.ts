import type { Page } from 'playwright-core'

/** Navigates to another screen without loading the page, as a link does. */
export const opens = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((there) => {
    history.pushState(null, '', there)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page
    .locator(`.page:visible[data-path="${path.split('?')[0]}"] :is(h1, h2, table, form)`)
    .first()
    .waitFor()
}
