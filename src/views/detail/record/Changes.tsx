import { HTMLSelect, HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useFormat } from '../../shared/format.ts'
import { Facts } from './Facts.tsx'
import { wayTo } from './past.ts'
import type { Step } from './Timeline.tsx'
import './past.css'

/** A record's facts as text, by locale key. */
export type FactTexts = Readonly<Record<string, string>>

type ChangesProps = {
  steps: readonly Step[]
  words: string
  /** The two versions, the earlier one first. */
  from: number
  to: number
  /** Undefined while it loads. */
  before: FactTexts | undefined
  after: FactTexts
}

/** The differences between two steps of a record: field, before, after. */
export const Changes = ({ steps, words, from, to, before, after }: ChangesProps) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const navigate = useNavigate()
  const earlier = steps.filter(({ version }) => version < to)
  const chooser = (
    <HTMLSelect
      aria-label={t('detail:since')}
      value={from}
      options={earlier.map(({ version, type, at }) => ({
        value: version,
        label: t('detail:sinceStep', { step: version, what: t(`${words}:event.${type}`), when: instant(at) }),
      }))}
      onChange={({ target }) => void navigate(wayTo(to, Number(target.value)), { replace: true })}
    />
  )
  return (
    <div className="changes">
      <Facts title="detail:changes" aside={chooser}>
        {before ? <Differences before={before} after={after} /> : <p className="quiet">{t('common:loading')}</p>}
      </Facts>
    </div>
  )
}

/** The differences by field, before and after. */
export const Differences = ({ before, after }: { before: FactTexts; after: FactTexts }) => {
  const { t } = useTranslation()
  const labels = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = labels.filter((label) => (before[label] ?? '') !== (after[label] ?? ''))
  if (changed.length === 0) return <p className="quiet">{t('detail:nothingChanged')}</p>
  return (
    <HTMLTable compact aria-label={t('detail:changes')}>
      <thead>
        <tr>
          <th scope="col">{t('detail:field')}</th>
          <th scope="col">{t('detail:before')}</th>
          <th scope="col">{t('detail:after')}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((label) => (
          <tr key={label}>
            <th scope="row">{t(label)}</th>
            <td>{before[label] || '–'}</td>
            <td>{after[label] || '–'}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
