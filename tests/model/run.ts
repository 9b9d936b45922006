import { type Options, optionsOf, usage } from './options.ts'
import { writePage } from './page.ts'
import { walkAgain, walkAll } from './walks.ts'

const chosen = (): Options | undefined => {
  try {
    return optionsOf(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    return undefined
  }
}

const options = chosen()
if (!options) process.exitCode = 2
else if (options.write) console.log(`Wrote ${writePage(options.chart)}`)
else process.exitCode = (await (options.replay ? walkAgain(options.replay) : walkAll(options))) ? 0 : 1
