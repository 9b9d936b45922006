import type { Locator } from 'playwright-core'

/** What one presses to tick a box: the box itself lies out of sight beneath what is drawn for it, so nobody waits until it stands still. */
export const labelOf = (box: Locator): Locator => box.locator('xpath=ancestor::label[1]')
