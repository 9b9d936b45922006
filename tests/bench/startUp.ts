import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loginWeight, mostKibibytes } from '../../scripts/loginWeight.ts'
import { lenderOfToday } from '../kit/lender.ts'
import { ownDirectory } from '../kit/templates.ts'
import { happened } from './happened.ts'
import { loginPage } from './loginPage.ts'
import { isSmall } from './sized.ts'
import { startServer } from './startServer.ts'

/** Measures the first start until a login, a second start with everything in place, and the login page's weight. */
export const startUp = async (): Promise<void> => {
  const data = isSmall ? await ownDirectory(lenderOfToday()) : mkdtempSync(join(tmpdir(), 'loket-bench-'))
  try {
    // A small run keeps dist, which other tests use at the same time.
    if (!isSmall) rmSync('dist', { recursive: true, force: true })
    const first = await startServer('scripts/start.ts', { DATA_DIR: data })
    happened('no console was built', existsSync('dist/index.html'))
    happened('no data was made', existsSync(join(data, 'db')))
    console.log(
      `first start${isSmall ? '' : ', nothing built, no data'}:  ready to log in after ${first.seconds} s (aim: under 30)`,
    )
    await first.stop()

    const second = await startServer('scripts/start.ts', { DATA_DIR: data })
    console.log(`second start:                         ready to log in after ${second.seconds} s (aim: under 5)`)

    const requests = (await loginPage(second.url)).length
    const [weight, gzipped] = [await loginWeight('dist'), await loginWeight('dist', 'gzip')]
    happened('the login page loads neither script nor style', weight.files.length > 2 && requests > 0)
    console.log(
      `login page: ${requests} requests (aim: at most 8), ${weight.kibibytes.toFixed(1)} KiB by the wire (aim: at most ${mostKibibytes}), ${gzipped.kibibytes.toFixed(1)} KiB where a browser takes gzip alone`,
    )
    for (const file of weight.files) console.log(`  ${file.kibibytes.toFixed(1).padStart(6)} KiB  ${file.path}`)
    await second.stop()
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}
