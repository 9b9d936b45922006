import type { Locator } from 'playwright-core'

/** The label to press to tick a checkbox: Blueprint hides the input beneath the indicator that it draws. */
export const labelOf = (box: Locator): Locator => box.locator('xpath=ancestor::label[1]')
