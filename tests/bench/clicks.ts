import type { Page } from 'playwright-core'

/** A person clicks on a page that has come to rest: what was fetched after the step before is drawn. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    await new Promise((resolve) => requestIdleCallback(resolve))
  })

// How long a person holds a mouse's button down, at least.
const pressMs = 70

/** Milliseconds from a click of the mouse on what has this selector, once its button is up, until the rows of the list at this path are painted. */
export const untilPainted = async (page: Page, clicked: string, path: string): Promise<number> => {
  const { x, y, width, height } = (await page.locator(clicked).boundingBox())!
  const painted = page.evaluate(async (row) => {
    const isShown = () => document.querySelector(row)?.checkVisibility() ?? false
    const { timeStamp } = await new Promise<Event>((resolve) =>
      addEventListener('click', resolve, { capture: true, once: true }),
    )
    do await new Promise(requestAnimationFrame)
    while (!isShown())
    // A message that is posted in a frame is handled once the frame is painted.
    const { port1, port2 } = new MessageChannel()
    const over = new Promise((resolve) => (port1.onmessage = resolve))
    port2.postMessage('')
    await over
    return performance.now() - timeStamp
  }, `.page[data-path="${path}"] tbody a`)
  // Not by the locator, which looks at the page itself while the button is down and once it is up.
  await page.mouse.click(x + width / 2, y + height / 2, { delay: pressMs })
  return painted
}

/** The same for a bare page that makes an HTML table of so many rows and columns from JSON. */
export const bareTable = (page: Page, rows: number, columns: number): Promise<number> =>
  page.evaluate(
    async ([height, width]) => {
      const cells = Array.from({ length: width! }, () => 'IDR 1,000,000')
      const json = JSON.stringify(Array.from({ length: height! }, () => cells))
      const started = performance.now()
      const table = document.createElement('table')
      for (const texts of JSON.parse(json) as string[][]) {
        const row = table.insertRow()
        for (const text of texts) row.insertCell().textContent = text
      }
      document.body.replaceChildren(table)
      if (table.querySelectorAll('td').length !== height! * width!) throw new Error('the bare table lacks cells')
      await new Promise(requestAnimationFrame)
      const { port1, port2 } = new MessageChannel()
      const over = new Promise((resolve) => (port1.onmessage = resolve))
      port2.postMessage('')
      await over
      return performance.now() - started
    },
    [rows, columns],
  )

/** Mebibytes of JavaScript that are in use once what nobody holds is gone. */
export const heap = async (page: Page): Promise<number> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / 2 ** 20
}
