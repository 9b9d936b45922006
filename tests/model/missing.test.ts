import { describe, expect, test } from 'vitest'
import { missingOn } from './missing.ts'

const whose = { by: 'financeChecker', path: '/approve/detail/LK1' }
const timedOut = (...lines: string[]) =>
  Object.assign(new Error(['locator.click: Timeout 60000ms exceeded.', 'Call log:', ...lines].join('\n')), {
    name: 'TimeoutError',
  })
const told = (...lines: string[]) => (missingOn(timedOut(...lines), whose) as Error).message

describe('a page that lacks something is named with its person and what it lacks', () => {
  test('a button, also where a menu might have it', () => {
    const head = "locator('.page:visible .detail-head')"
    expect(
      told(
        `  - waiting for ${head}.getByRole('button', { name: 'Refuse finding', exact: true }).or(${head}.getByRole('button', { name: 'More' })).first() to be visible`,
      ),
    ).toBe("financeChecker's page /approve/detail/LK1 has no button *Refuse finding*")
  })

  test('a button that may not be pressed', () => {
    expect(
      told(
        "  - waiting for getByRole('button', { name: 'Approve', exact: true })",
        '    - locator resolved to <button disabled>Approve</button>',
        '      - element is not enabled',
      ),
    ).toBe("financeChecker's page /approve/detail/LK1 bars its button *Approve*")
  })

  test('a field of a form', () => {
    expect(told(String.raw`  - waiting for getByRole('dialog').getByLabel(/^Reason\s*(\(|$)/)`)).toBe(
      "financeChecker's page /approve/detail/LK1 has no field *Reason*",
    )
  })

  test('a name with an apostrophe', () => {
    expect(told(String.raw`  - waiting for getByRole('menuitem', { name: 'Don\'t', exact: true })`)).toBe(
      "financeChecker's page /approve/detail/LK1 has no menuitem *Don't*",
    )
  })

  test('and whatever else failed stays as it is', () => {
    const other = new Error('net::ERR_FAILED')
    expect(missingOn(other, whose)).toBe(other)
    const vague = timedOut("  - waiting for locator('.detail')")
    expect(missingOn(vague, whose)).toBe(vague)
  })
})
