import { HTMLSelect } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { charts } from '../../services/flow.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { busiest, slowest } from './busiest.ts'
import { Diagram } from './Diagram.tsx'
import './flow.css'
import { StateTable } from './StateTable.tsx'
import { TransitionTable } from './TransitionTable.tsx'
import { type Summary, useSummary } from './useSummary.ts'
import { Waiting } from './Waiting.tsx'
import { useChartWords } from './words.ts'

/** The flow of one process, from its events: on its chart, and in tables with the same figures. */
const Flow = () => {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const asked = params.get('chart')
  const chart = charts.find((name) => name === asked) ?? charts[0]!
  const { figures, error, retry } = useSummary(chart)
  return (
    <div className="flow">
      <header>
        <h1>{t('routes:flow')}</h1>
        <HTMLSelect
          aria-label={t('flow:chart')}
          value={chart}
          onChange={({ target: { value } }) => setParams({ chart: value }, { replace: true })}
          options={charts.map((name) => ({ value: name, label: t(`${name}:title`) }))}
        />
        {figures && <AsOf {...figures.asOf} />}
      </header>
      {error !== undefined && <Failed brief={figures !== undefined} error={error} onRetry={retry} />}
      {figures ? <Figures figures={figures} /> : error === undefined && <Waiting />}
    </div>
  )
}

/** The last event that the figures include, and the number of newer events. */
const AsOf = ({ pos, head }: Summary['asOf']) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <p>
      {t('flow:asOf', { n: number(pos) })}
      {pos < head && ` · ${t('flow:behind', { count: head - pos, n: number(head - pos) })}`}
    </p>
  )
}

export { Flow as screen }

/** The highlights, the diagram and the tables; only a message for a process without records. */
const Figures = ({ figures }: { figures: Summary }) => {
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
