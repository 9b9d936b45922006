import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * The metrics of one app. Labels have only values from the program, none from a call: so they name neither people nor
 * orders, and their number stays bounded.
 */
export const createMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'loket_requests_total',
    help: 'Requests answered, by endpoint and the code of the answer',
    labelNames: ['endpoint', 'code'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'loket_request_seconds',
    help: 'How long requests took until they were answered, by endpoint',
    labelNames: ['endpoint'] as const,
    buckets: seconds,
    registers,
  })
  const commands = new Counter({
    name: 'loket_commands_total',
    help: 'Events that were stored by this process, by chart and event',
    labelNames: ['chart', 'event'] as const,
    registers,
  })
  const refusals = new Counter({
    name: 'loket_refusals_total',
    help: 'Calls that were refused, by reason',
    labelNames: ['reason'] as const,
    registers,
  })
  // Collects the process's own metrics (CPU, memory, event loop) from this call on.
  const watchProcess = () => collectDefaultMetrics({ register: registry })

  return {
    registry,
    watchProcess,
    gauge: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    answered: (endpoint: string, code: number, ms: number) => {
      requests.inc({ endpoint, code })
      durations.observe({ endpoint }, ms / 1000)
    },
    stored: (chart: string, event: string) => commands.inc({ chart, event }),
    refused: (reason: string) => refusals.inc({ reason }),
  }
}
