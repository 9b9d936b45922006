import { useTranslation } from 'react-i18next'

/** What a chart calls its states and events; what only an earlier chart had keeps its own name. */
export const useChartWords = (chart: string) => {
  const { t } = useTranslation()
  return {
    // A group of states has its title beside the titles of its states.
    state: (name: string) => t([`${chart}:state.${name}._`, `${chart}:state.${name}`], { defaultValue: name }),
    event: (name: string) => t(`${chart}:event.${name}`, { defaultValue: name }),
  }
}
