import type { Page } from 'playwright-core'

/** Everything that a browser stores for a page's site, as one text. */
export const keptBy = async (page: Page): Promise<string> => {
  const stored = await page.evaluate(async () => {
    const rowsOf = (database: IDBDatabase, name: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        const asked = database.transaction(name).objectStore(name).getAll()
        asked.addEventListener('success', () => resolve(asked.result as unknown[]))
        asked.addEventListener('error', () => reject(new Error(`cannot read ${name}`)))
      })
    const opened = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open(name)
        asked.addEventListener('success', () => resolve(asked.result))
        asked.addEventListener('error', () => reject(new Error(`cannot open ${name}`)))
      })
    const databases: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await opened(name)
      for (const store of database.objectStoreNames) databases.push(name, store, await rowsOf(database, store))
      database.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) cached.push(url)
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
      databases,
      cached,
    ])
  })
  return `${stored} ${JSON.stringify(await page.context().cookies())}`
}

/** Records a page's URLs, its requests, and the server's answers; `settled` waits for pending answers. */
export const overheard = (page: Page) => {
  const addresses: string[] = []
  const answers: { path: string; text: string }[] = []
  const reading = new Set<Promise<void>>()
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  page.on('request', (request) => {
    addresses.push(request.url(), request.headers().referer ?? '')
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    // The change feed never ends, so a test listens to it outside the browser.
    if (!pathname.startsWith('/api/') || pathname === '/api/feed') return
    const read = response.text().then(
      (text) => void answers.push({ path: pathname, text: `${text} ${JSON.stringify(response.headers())}` }),
      // The page was left before the answer arrived.
      () => {},
    )
    reading.add(read)
    void read.finally(() => reading.delete(read))
  })
  const settled = async () => {
    await Promise.all(reading)
  }
  return { addresses, answers, settled }
}
