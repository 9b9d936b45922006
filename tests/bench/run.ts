import { cpus, totalmem } from 'node:os'
import { startPostgres } from '../../scripts/postgres.ts'

// Prints figures and asserts no aims; it fails only when a benchmark measured nothing or compared unequal work.
// Each part imports its modules lazily, since loading all of them takes two seconds.
const parts = {
  start: async () => (await import('./startUp.ts')).startUp(),
  commands: async () => {
    const { commandsEmbedded, commandsOnPostgres } = await import('./commands.ts')
    const { newDatabase } = await import('./lender.ts')
    await onPostgres(async (server) => commandsOnPostgres(await newDatabase(server, 'loket_bench_commands')))
    await commandsEmbedded()
  },
  size: async () => onPostgres((await import('./size.ts')).bySize),
  filters: async () => onPostgres((await import('./filters.ts')).byFilter),
  money: async () => onPostgres((await import('./money.ts')).moneyLists),
  export: async () => onPostgres((await import('./export.ts')).exporting),
  backtest: async () => onPostgres((await import('./backtest.ts')).backtests),
  statement: async () => onPostgres((await import('./statement.ts')).importing),
  day: async () => onPostgres((await import('./dayChange.ts')).dayChange),
  report: async () => onPostgres((await import('./report.ts')).reporting),
  leads: async () => onPostgres((await import('./leads.ts')).telemarketing),
  sms: async () => onPostgres((await import('./sms.ts')).texting),
  collection: async () => onPostgres((await import('./collection.ts')).collecting),
  console: async () => (await import('./console.ts')).consoleInBrowser(),
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
