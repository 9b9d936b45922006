import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loginPage } from './loginPage.ts'
import { startServer } from './startServer.ts'

/** From nothing to somebody who is logged in, again with everything there, and what the login page weighs. */
export const startUp = async (): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'loket-bench-'))
  try {
    rmSync('dist', { recursive: true, force: true })
    const first = await startServer('scripts/start.ts', { DATA_DIR: data })
    console.log(`first start, nothing built, no data:  ready to log in after ${first.seconds} s (aim: under 30)`)
    await first.stop()

    const second = await startServer('scripts/start.ts', { DATA_DIR: data })
    console.log(`second start:                         ready to log in after ${second.seconds} s (aim: under 5)`)

    const page = await loginPage(second.url)
    console.log(
      `login page: ${page.requests} requests (aim: at most 8), ${page.kibibytes} KiB of gzipped JavaScript and CSS (aim: at most 200)`,
    )
    for (const file of page.files) console.log(`  ${String(file.kibibytes).padStart(6)} KiB  ${file.path}`)
    await second.stop()
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}
