import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Found = { violations: { id: string; impact: string; nodes: { html: string }[] }[] }
type Axe = { run: (part: string, how: object) => Promise<Found> }

/** What is looked at: colours take as long as all the rest, and are the same in every language. */
export type Looked = 'all' | 'colours' | 'allButColours'
const rulesOf: Record<Looked, object> = {
  all: {},
  colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  allButColours: { rules: { 'color-contrast': { enabled: false } } },
}

/** Accessibility violations, untranslated keys and horizontal overflow in a part of a page. */
export const flaws = async (page: Page, within = 'html', looked: Looked = 'all'): Promise<string[]> => {
  // The page's CSP forbids foreign scripts, so this one is injected through the debugger.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ({ part, rules }) =>
      (globalThis as unknown as { axe: Axe }).axe.run(part, {
        resultTypes: ['violations'],
        selectors: false,
        ...rules,
      }),
    { part: within, rules: rulesOf[looked] },
  )
  const words = await page.locator('body').innerText()
  // A key without a translation shows as itself: `approval:screen.column.amount`, `column.amount`.
  const keys = words.match(/\b[a-z]+:[a-z]\w+(\.\w+)+\b/gi) ?? []
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  return [
    ...violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    ...keys.map((key) => `no words: ${key}`),
    ...(wide ? ['the page is wider than the window'] : []),
  ]
}
