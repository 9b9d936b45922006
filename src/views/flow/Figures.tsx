import { useTranslation } from 'react-i18next'
import { busiest, slowest } from './busiest.ts'
import { Diagram } from './Diagram.tsx'
import { StateTable } from './StateTable.tsx'
import { TransitionTable } from './TransitionTable.tsx'
import type { Summary } from './useSummary.ts'
import { useChartWords } from './words.ts'

/** The highlights, the diagram and the tables; only a message for a process without records. */
export const Figures = ({ figures }: { figures: Summary }) => {
  const { t } = useTranslation()
  const words = useChartWords(figures.chart)
  const commonest = busiest(figures)
  const longest = slowest(figures)
  if (!commonest) return <p className="flow-empty">{t('flow:empty')}</p>
  return (
    <>
      <p className="flow-outstanding">
        <span>{t('flow:legend')}</span>
        <span>{t('flow:busiestIs', { event: words.event(commonest.event) })}</span>
        {longest && <span>{t('flow:slowestIs', { state: words.state(longest.state) })}</span>}
      </p>
      <Diagram chart={figures.chart} figures={figures} />
      <StateTable figures={figures} />
      <TransitionTable figures={figures} />
    </>
  )
}
