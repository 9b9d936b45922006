import { cpus, totalmem } from 'node:os'
import { startPostgres } from '../../scripts/postgres.ts'
import { backtests } from './backtest.ts'
import { commandsEmbedded, commandsOnPostgres } from './commands.ts'
import { consoleInBrowser } from './console.ts'
import { dayChange } from './dayChange.ts'
import { exporting } from './export.ts'
import { byFilter } from './filters.ts'
import { newDatabase } from './lender.ts'
import { moneyLists } from './money.ts'
import { bySize } from './size.ts'
import { startUp } from './startUp.ts'
import { importing } from './statement.ts'

// Figures, not tests: this prints what it measured, and ends with an error when what it compares did not happen.
const parts = {
  start: startUp,
  commands: async () => {
    await onPostgres(async (server) => commandsOnPostgres(await newDatabase(server, 'loket_bench_commands')))
    await commandsEmbedded()
  },
  size: () => onPostgres(bySize),
  filters: () => onPostgres(byFilter),
  money: () => onPostgres(moneyLists),
  export: () => onPostgres(exporting),
  backtest: () => onPostgres(backtests),
  statement: () => onPostgres(importing),
  day: () => onPostgres(dayChange),
  console: consoleInBrowser,
}

const onPostgres = async (measure: (server: string) => Promise<void>) => {
  const postgres = await startPostgres()
  if (!postgres) return
  try {
    await measure(postgres.url)
  } finally {
    await postgres.stop()
  }
}

// `--small` is read by `sized`.
const asked = process.argv.slice(2).filter((word) => word !== '--small')
const unknown = asked.find((name) => !Object.hasOwn(parts, name))
if (unknown) {
  console.error(
    `no such part: ${unknown}. There are ${Object.keys(parts).join(', ')}; without a name all are measured.`,
  )
  process.exit(2)
}

const gigabytes = Math.round(totalmem() / 2 ** 30)
console.log(`${cpus().length} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GB, Node ${process.version}`)
for (const [name, measure] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await measure()
