import type { Page, Request } from 'playwright-core'

const calls = new WeakMap<Page, Set<Request>>()

/** Follows a page's calls from now on, so that `atRest` can wait for their answers. The change feed never ends. */
export const followCalls = (page: Page): void => {
  const open = new Set<Request>()
  calls.set(page, open)
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('/feed')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Whether the document was the same at two idle moments in a row. */
const isSteady = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve))
    await idle()
    let isChanged = false
    const watcher = new MutationObserver(() => (isChanged = true))
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    await new Promise(requestAnimationFrame)
    await idle()
    watcher.disconnect()
    return !isChanged
  })

/** Waits until the page is idle: a person clicks only when the previous step's answers are drawn. */
export const atRest = async (page: Page): Promise<void> => {
  const isAnswered = () => (calls.get(page)?.size ?? 0) === 0
  for (;;) {
    const before = isAnswered()
    // Waits in any case: an answer cannot arrive while this loop does not.
    if ((await isSteady(page)) && before && isAnswered()) return
  }
}

// The shortest time for which a person holds the mouse button down.
const pressMs = 70

/** Clicks the element `clicked`; answers the ms from the mouse-up until the rows of the list at `path` are painted. */
export const untilPainted = async (page: Page, clicked: string, path: string): Promise<number> => {
  const { x, y, width, height } = (await page.locator(clicked).boundingBox())!
  const painted = page.evaluate(async (row) => {
    const isShown = () => document.querySelector(row)?.checkVisibility() ?? false
    const { timeStamp } = await new Promise<Event>((resolve) =>
      addEventListener('click', resolve, { capture: true, once: true }),
    )
    do await new Promise(requestAnimationFrame)
    while (!isShown())
    // A message posted in an animation frame is handled after that frame is painted.
    const { port1, port2 } = new MessageChannel()
    const over = new Promise((resolve) => (port1.onmessage = resolve))
    port2.postMessage('')
    await over
    return performance.now() - timeStamp
  }, `.page[data-path="${path}"] tbody a`)
  // `locator.click` would run checks in the page between mouse-down and mouse-up, and count as page time.
  await page.mouse.click(x + width / 2, y + height / 2, { delay: pressMs })
  return painted
}

/** Milliseconds in which a bare page parses JSON and paints it as an HTML table of this size. */
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

/** The JavaScript heap in use after garbage collection, in MiB. */
export const heap = async (page: Page): Promise<number> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / 2 ** 20
}
