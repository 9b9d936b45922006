import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { loginPage } from './loginPage.ts'
import { startServer } from './startServer.ts'

// Figures, not tests: this prints what it measured and asserts nothing.
const data = mkdtempSync(join(tmpdir(), 'loket-bench-'))
const gigabytes = Math.round(totalmem() / 2 ** 30)
console.log(`${cpus().length} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GB, Node ${process.version}`)

try {
  rmSync('dist', { recursive: true, force: true })
  const first = await startServer(data)
  console.log(`first start, nothing built, no data:  ready to log in after ${first.seconds} s (aim: under 30)`)
  await first.stop()

  const second = await startServer(data)
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
