import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { transitionColumns } from '../../services/flow.columns.ts'
import { transitions } from '../../services/flow.ts'
import { ExportButton } from '../jobs/ExportButton.tsx'
import { filterOf } from '../list/filter.ts'
import { FilterBar } from '../list/FilterBar.tsx'
import { Ignored } from '../list/Ignored.tsx'
import { useAddress } from '../list/useAddress.ts'
import { AsOf } from '../report/StandingTable.tsx'
import { dayIn } from '../shared/day.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { busiest, slowest } from './busiest.ts'
import { Diagram } from './Diagram.tsx'
import { byCompare, byOneChart, firstChart, shared } from './filters.ts'
import '../list/list.css'
import './flow.css'
import { StateTable } from './StateTable.tsx'
import { TransitionTable } from './TransitionTable.tsx'
import { type Summary, useSummary } from './useSummary.ts'
import { Waiting } from './Waiting.tsx'
import { WaysTable } from './WaysTable.tsx'
import { useChartWords } from './words.ts'

const fields = [byOneChart, ...shared, byCompare]
const offered = { fields, sorts: [], isCursor: () => false }

/** The flow of one process, from its events: on its chart, and in tables with the same figures. */
const Flow = () => {
  const { t } = useTranslation()
  const bar = useRef<HTMLElement>(null)
  const address = useAddress(offered)
  const filter = { chart: firstChart, ...filterOf(fields, address.chosen) }
  const { figures, error, retry } = useSummary(filter)
  const { compare: _, ...listed } = filter as typeof filter & { compare?: true }
  return (
    <div className="flow">
      <header>
        <h1>{t('routes:flow')}</h1>
        <p>{figures && <AsOf {...figures.asOf} />}</p>
        <div className="list-tools">
          <ExportButton list={transitions.list.id} filter={listed} columns={Object.keys(transitionColumns)} />
        </div>
      </header>
      <FilterBar
        fields={fields}
        chosen={address.chosen}
        onChoose={address.choose}
        onUnknown={address.notOffered}
        onClear={address.clear}
        bar={bar}
      />
      <Ignored ignored={address.ignored} onDrop={address.drop} />
      {error !== undefined && <Failed brief={figures !== undefined} error={error} onRetry={retry} />}
      {figures ? <Figures figures={figures} /> : error === undefined && <Waiting />}
    </div>
  )
}

export { Flow as screen }

/** The highlights, the diagram and the tables; only a message for a process without records. */
const Figures = ({ figures }: { figures: Summary }) => {
  const format = useFormat()
  const { t } = format
  const { period, before } = figures
  const words = useChartWords(figures.chart)
  const commonest = busiest(figures)
  const longest = slowest(figures)
  if (!commonest) return <p className="flow-empty">{period ? t('flow:emptyPeriod') : t('flow:empty')}</p>
  return (
    <>
      <p className="flow-outstanding">
        {period && <span>{t('flow:period', { from: dayIn(period.from, format), to: dayIn(period.to, format) })}</span>}
        {before && <span>{t('flow:against', { from: dayIn(before.from, format), to: dayIn(before.to, format) })}</span>}
        <span>{t('flow:legend')}</span>
        <span>{t('flow:busiestIs', { event: words.event(commonest.event) })}</span>
        {longest && <span>{t('flow:slowestIs', { state: words.state(longest.state) })}</span>}
      </p>
      <Diagram chart={figures.chart} figures={figures} />
      <StateTable figures={figures} />
      <TransitionTable figures={figures} />
      <WaysTable figures={figures} />
      <p className="flow-conformance">{t('flow:conformance')}</p>
    </>
  )
}
