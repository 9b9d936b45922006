import { instant, type InWords, type ListColumns, number, rate, text, word } from './columns.ts'
import type { Figures, RecordRow, StepRow } from './flow.ts'

type Transition = Figures['transitions'][number]

/** The chart's word of a state; of parallel regions, each has its own. */
const stateIn = (chart: string, state: string, inWords: InWords): string =>
  state
    .split('|')
    .map((name) => inWords(`${chart}:state.${name}._`, inWords(`${chart}:state.${name}`, name)))
    .join(' · ')

/** Milliseconds as minutes, to a tenth. */
const minutes = (ms: number | null) => (ms === null ? null : Math.round(ms / 6000) / 10)

const record = text<{ record: string }>('flow:record', (one) => one.record)
const process = word<{ chart: string }>('flow:chart', (one) => `${one.chart}:title`)
const app = text<{ app: string }>('approval:screen.app', (one) => one.app)
const product = text<{ product: string }>('approval:screen.product', (one) => one.product)
const channel = text<{ channel: string }>('approval:screen.channel', (one) => one.channel)

export const stepColumns = {
  record,
  process,
  at: instant('flow:at', (one) => one.at),
  event: text('flow:event', (one, inWords) => inWords(`${one.chart}:event.${one.event}`, one.event)),
  from: text('flow:from', (one, inWords) => stateIn(one.chart, one.from, inWords)),
  to: text('flow:to', (one, inWords) => stateIn(one.chart, one.to, inWords)),
  stay: number('flow:stayMinutes', (one) => minutes(one.stay)),
  again: word('flow:again', (one) => `flow:yes.${one.again}`),
  app,
  product,
  channel,
} satisfies ListColumns<StepRow>

export const recordColumns = {
  record,
  process,
  at: instant('flow:begun', (one) => one.at),
  state: text('flow:state', (one, inWords) => stateIn(one.chart, one.state, inWords)),
  ended: word('flow:ended', (one) => `flow:yes.${one.ended}`),
  total: number('flow:totalMinutes', (one) => minutes(one.total)),
  work: number('flow:workMinutes', (one) => minutes(one.work)),
  waited: number('flow:waitMinutes', (one) => minutes(one.waited)),
  again: number('flow:returns', (one) => one.again),
  app,
  product,
  channel,
} satisfies ListColumns<RecordRow>

export const transitionColumns = {
  event: text('flow:event', (one, inWords) => inWords(`${one.chart}:event.${one.event}`, one.event)),
  from: text('flow:from', (one, inWords) => stateIn(one.chart, one.from, inWords)),
  to: text('flow:to', (one, inWords) => stateIn(one.chart, one.to, inWords)),
  count: number('flow:taken', (one) => one.count),
  part: rate('flow:part', (one) => one.part),
  again: number('flow:again', (one) => one.again),
  median: number('flow:medianMinutes', (one) => minutes(one.medianMs)),
  p90: number('flow:p90Minutes', (one) => minutes(one.p90Ms)),
} satisfies ListColumns<Transition & { chart: string }>
