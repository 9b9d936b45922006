import { useTranslation } from 'react-i18next'

/** The chart's names of its states and events. One that only an earlier chart had keeps its technical name. */
export const useChartWords = (chart: string) => {
  const { t } = useTranslation()
  return {
    // A compound state has its title beside the titles of its children.
    state: (name: string) => t([`${chart}:state.${name}._`, `${chart}:state.${name}`], { defaultValue: name }),
    event: (name: string) => t(`${chart}:event.${name}`, { defaultValue: name }),
  }
}
