import type { Page } from 'playwright-core'

const pixels = 48

/**
 * Scrolls a grid down, so many steps, one a frame; answers the frames per second and the pixels scrolled. `blank` counts the
 * frames of the way back that showed an empty cell.
 */
export const scrollGrid = async (
  page: Page,
  steps: number,
): Promise<{ frames: number; blank: number; scrolled: number }> => {
  await page.locator('.list-grid a').first().waitFor()
  return page.evaluate(
    async ([count, by]) => {
      const grid = document.querySelector('.list-grid .bp6-table-quadrant-main')!
      const body = grid.querySelector('.bp6-table-quadrant-scroll-container')!
      const { left, top, width, height } = body.getBoundingClientRect()
      const isBlank = () => {
        for (let x = left + 80; x < left + width - 40; x += 160)
          for (let y = top + 60; y < top + height - 30; y += 60) {
            const cell = document.elementFromPoint(x, y)?.closest('.bp6-table-cell')
            if (!cell || cell.textContent === '') return true
          }
        return false
      }
      const began = performance.now()
      for (let step = 0; step < count!; step += 1) {
        body.scrollTop += by!
        await new Promise(requestAnimationFrame)
      }
      const frames = (count! / (performance.now() - began)) * 1000
      const scrolled = body.scrollTop
      // The check takes a third of a frame, so it runs only on the way back, where frames are not counted.
      let blank = 0
      for (let step = 0; step < count!; step += 1) {
        body.scrollTop -= by!
        await new Promise(requestAnimationFrame)
        if (isBlank()) blank += 1
      }
      return { frames, blank, scrolled }
    },
    [steps, pixels],
  )
}
