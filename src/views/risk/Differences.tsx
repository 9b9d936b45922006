import { HTMLSelect, HTMLTable, type Intent } from '@blueprintjs/core'
import { useState } from 'react'
import { differencesOf, type PartChange, type RuleChange } from '../../machines/rules.diff.ts'
import { firstVersion } from '../../machines/rules.first.ts'
import type { RuleContent } from '../../machines/rules.ts'
import { type RuleSetRow, version as endpoint } from '../../services/risk.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { useVersionName } from '../shared/useVersionName.ts'

type DifferencesProps = {
  content: RuleContent
  name: string
  versions: readonly RuleSetRow[]
  /** The version to compare with at first. */
  initial: string
}

/** The differences between this version, as shown on the screen, and another one. */
export const Differences = ({ content, name, versions, initial }: DifferencesProps) => {
  const { t } = useFormat()
  const nameOf = useVersionName()
  const [other, setOther] = useState(initial)
  const { record, error, retry } = useRecord(endpoint, { version: other }, { kind: 'ruleSet', id: other })
  const names = [...versions.map(({ number }) => String(number)), firstVersion].filter((one) => one !== name)
  if (names.length === 0) return null
  const against = (
    <label className="risk-against">
      {t('risk:against')}{' '}
      <HTMLSelect
        value={other}
        options={names.map((value) => ({ value, label: nameOf(value) }))}
        onChange={({ target }) => setOther(target.value)}
      />
    </label>
  )
  return (
    <Facts title="risk:differences" aside={against}>
      {error !== undefined && <Failed brief error={error} onRetry={retry} />}
      {record?.name === other && <Changes {...differencesOf(record.content, content)} />}
    </Facts>
  )
}

const intents: Record<RuleChange['change'], Intent> = { added: 'success', removed: 'danger', changed: 'warning' }

const Changes = ({ rules, scores }: { rules: RuleChange[]; scores: PartChange[] }) => {
  const { t, language } = useFormat()
  if (rules.length === 0 && scores.length === 0) return <p className="quiet">{t('risk:noDifferences')}</p>
  return (
    <div className="detail-table">
      <HTMLTable compact aria-label={t('risk:differences')} className="risk-changes">
        <thead>
          <tr>
            <th scope="col">{t('risk:rule')}</th>
            <th scope="col">{t('risk:part')}</th>
            <th scope="col">{t('risk:before')}</th>
            <th scope="col">{t('risk:after')}</th>
          </tr>
        </thead>
        {rules.map(({ name, rule, change, parts }) => (
          <tbody key={name}>
            {parts.map((part, index) => (
              <tr key={part.part}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={parts.length}>
                    {rule.words[language] || name} <Tag intent={intents[change]}>{t(`risk:change.${change}`)}</Tag>
                  </th>
                )}
                <Part {...part} />
              </tr>
            ))}
          </tbody>
        ))}
        {scores.length > 0 && (
          <tbody>
            {scores.map((part, index) => (
              <tr key={part.part}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={scores.length}>
                    {t('risk:scores')}
                  </th>
                )}
                <Part {...part} />
              </tr>
            ))}
          </tbody>
        )}
      </HTMLTable>
    </div>
  )
}

const Part = ({ part, before, after }: PartChange) => {
  const { t } = useFormat()
  const label = /^[A-D]$/.test(part)
    ? t('risk:from', { rating: part })
    : t(`risk:${part === 'kind' ? 'kindLabel' : part}`)
  const shown = (value: string | null) => {
    if (value === null) return '–'
    if (part === 'kind') return t(`risk:kind.${value}`)
    if (part === 'category') return t(`risk:categoryOf.${value}`, { defaultValue: value })
    return part === 'expression' ? <code>{value}</code> : value
  }
  return (
    <>
      <td>{label}</td>
      <td>{shown(before)}</td>
      <td>{shown(after)}</td>
    </>
  )
}
