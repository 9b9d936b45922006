import type { Process } from '../process.ts'
import { askProvider } from './askProvider.ts'
import { providerReports as reports } from './commands.ts'
import type { Sendings } from './hear.ts'

/** Providers' words on sendings, questions to a provider that says nothing, and the alarms. */
export const providerReports = (sendings: readonly Sendings[]): Process => ({
  handlers: (server) => reports(server, sendings),
  effects: { short: (server) => ({ askProvider: askProvider(server, sendings) }) },
})
