import { lifecycles } from '../../machines/lifecycles.ts'
import { chartOf } from '../../machines/ways.ts'
import { charts, choices } from '../../services/flow.ts'
import type { Client } from '../../services/http.ts'
import type { Option } from '../detail/form/field.ts'
import { byDays, type FilterField } from '../list/filter.ts'
import { byChannelOf, byProductOf } from '../list/ofChoices.ts'
import { byApp } from '../list/ofOrder.ts'

const ask = (client: Client) => client.call(choices, {})

/** The chart that the page shows without a choice. */
export const firstChart = charts[0]!

const chartOptions = charts.map((name): Option => ({ value: name, words: `${name}:title` }))
/** One chart at a time: without a choice it is the first. */
export const byOneChart: FilterField = {
  kind: 'choice',
  name: 'chart',
  label: 'flow:chart',
  none: `${firstChart}:title`,
  options: chartOptions.slice(1),
}
export const byChart: FilterField = { kind: 'choice', name: 'chart', label: 'flow:chart', options: chartOptions }

const structures = lifecycles.map(({ name, machine }) => ({ name, ...chartOf(machine) }))
const inStates = (name: string, label: string): FilterField => ({
  kind: 'choice',
  name,
  label,
  options: structures.flatMap((chart) =>
    chart.states.map((state) => ({ value: `${chart.name}/${state}`, words: `${chart.name}:state.${state}` })),
  ),
})
export const byState = inStates('state', 'flow:state')
export const byEntered = inStates('entered', 'flow:entered')
export const byStep: FilterField = {
  kind: 'choice',
  name: 'step',
  label: 'flow:event',
  options: [
    ...new Map(
      structures.flatMap((chart) =>
        chart.ways.map(({ stands, event, to }): [string, Option] => {
          const value = `${chart.name}/${stands}/${event}/${to}`
          return [value, { value, words: `${chart.name}:event.${event}` }]
        }),
      ),
    ).values(),
  ],
}
export const byVariant: FilterField = { kind: 'text', name: 'variant', label: 'flow:variant', most: 32 }
export const byEnded: FilterField = { kind: 'flag', name: 'ended', label: 'flow:ended' }
export const byAgain: FilterField = { kind: 'flag', name: 'again', label: 'flow:again' }
export const byCompare: FilterField = { kind: 'flag', name: 'compare', label: 'flow:compare' }

const byProduct = byProductOf(ask)
const byChannel = byChannelOf(ask)
/** When, and of which orders. */
export const shared = [byDays('days', 'flow:days'), byApp, byProduct, byChannel]
