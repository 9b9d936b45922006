import type { Locator } from 'playwright-core'

/**
 * The element to press to tick a checkbox. Blueprint hides the input under its indicator, so a click on the input would
 * wait forever.
 */
export const labelOf = (box: Locator): Locator => box.locator('xpath=ancestor::label[1]')
