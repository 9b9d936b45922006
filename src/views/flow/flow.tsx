import { HTMLSelect } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { charts } from '../../services/flow.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Figures } from './Figures.tsx'
import { type Summary, useSummary } from './useSummary.ts'
import { Waiting } from './Waiting.tsx'
import './flow.css'

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
