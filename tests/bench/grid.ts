import type { Page } from 'playwright-core'

const steps = 120
const pixels = 48

/** Scrolls a grid down step by step, one a frame; how many frames a second that were, how many pixels it went, and on the way back how many of them showed a cell without words. */
export const scrollGrid = async (page: Page): Promise<{ frames: number; blank: number; scrolled: number }> => {
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
      // Looking takes a third of a frame, so it is not done while frames are counted.
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
