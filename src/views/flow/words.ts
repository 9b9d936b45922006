import { useTranslation } from 'react-i18next'
import { placesIn } from '../../machines/chart.ts'
import { lifecycles } from '../../machines/lifecycles.ts'

/** The chart's names of its states and events. One that only an earlier chart had keeps its technical name. */
export const useChartWords = (chart: string) => {
  const { t } = useTranslation()
  // A compound state has its title beside the titles of its children.
  const state = (name: string) => t([`${chart}:state.${name}._`, `${chart}:state.${name}`], { defaultValue: name })
  return {
    state,
    /** A stored state: of parallel regions, each has its own. */
    stored: (name: string) => {
      const { machine } = lifecycles.find((one) => one.name === chart)!
      return placesIn(machine, name).map(state).join(' + ')
    },
    event: (name: string) => t(`${chart}:event.${name}`, { defaultValue: name }),
  }
}
