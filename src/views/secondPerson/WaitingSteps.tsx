import { HTMLSelect, HTMLTable, Spinner } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../machines/permissions.ts'
import { stepOrders, list } from '../../services/secondPerson.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { whoDid } from '../shared/who.ts'
import { type WaitingStep, partsOf, pathOf } from './pathOf.ts'
import { waitingKinds } from './waitingKinds.ts'
import './secondPerson.css'

type Order = (typeof stepOrders)[number]

/** The steps of every process that wait for this person as the second one, live. */
export const WaitingSteps = ({ now }: { now: number }) => {
  const { t } = useTranslation()
  const { count } = useFormat()
  const [sort, setSort] = useState<Order>('age')
  const [chosen, setChosen] = useState('')
  const { record, error, retry } = useRecord(
    list,
    { sort, ...(chosen && { kind: chosen }) },
    { kind: waitingKinds, id: undefined },
  )
  const kindWords = useKindWords()
  const kinds = record?.kinds ?? []
  const known = kinds.some(({ kind }) => kind === chosen) || !chosen ? kinds : [...kinds, { kind: chosen, count: 0 }]
  const total = chosen ? (known.find(({ kind }) => kind === chosen)?.count ?? 0) : (record?.count ?? 0)
  return (
    <section aria-labelledby="waiting-steps" className="waiting-steps">
      <header>
        <h2 id="waiting-steps">{t('secondPerson:title')}</h2>
        {record && record.count > 0 && (
          <>
            <HTMLSelect
              aria-label={t('secondPerson:kind')}
              value={chosen}
              options={[
                { value: '', label: `${t('secondPerson:all')} (${count(record.count, record.capped)})` },
                ...known.map((one) => ({
                  value: one.kind,
                  label: `${kindWords(one.kind)} (${count(one.count, false)})`,
                })),
              ]}
              onChange={({ target }) => setChosen(target.value)}
            />
            <HTMLSelect
              aria-label={t('secondPerson:order')}
              value={sort}
              options={stepOrders.map((value) => ({ value, label: t(`secondPerson:by.${value}`) }))}
              onChange={({ target }) => setSort(stepOrders.find((one) => one === target.value)!)}
            />
          </>
        )}
      </header>
      {!record && error !== undefined && <Failed brief error={error} onRetry={retry} />}
      {!record && error === undefined && <Spinner size={28} />}
      {record && record.rows.length === 0 && <p className="dashboard-empty">{t('secondPerson:none')}</p>}
      {record && record.rows.length > 0 && <WaitingStepTable rows={record.rows} now={now} />}
      {record && record.rows.length > 0 && total > record.rows.length && (
        <p>{t('secondPerson:more', { shown: record.rows.length, all: count(total, record.capped) })}</p>
      )}
    </section>
  )
}

const useKindWords = () => {
  const { t } = useTranslation()
  return (kind: string) => {
    const { chart, state } = partsOf(kind)
    const words = t(`${chart}:state.${state}`)
    return `${t(`${chart}:title`)}: ${words}`
  }
}

const WaitingStepTable = ({ rows, now }: { rows: readonly WaitingStep[]; now: number }) => {
  const { t } = useTranslation()
  const { money, instant, lasting } = useFormat()
  const kindWords = useKindWords()
  return (
    <div className="dashboard-table">
      <HTMLTable compact interactive>
        <thead>
          <tr>
            <th scope="col">{t('secondPerson:kind')}</th>
            <th scope="col">{t('secondPerson:record')}</th>
            <th scope="col">{t('secondPerson:proposer')}</th>
            <th scope="col">{t('secondPerson:since')}</th>
            <th scope="col">{t('secondPerson:age')}</th>
            <th scope="col">{t('secondPerson:amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.id}`}>
              <td>{kindWords(row.kind)}</td>
              <td>
                <RecordLink step={row} />
              </td>
              <td>
                {row.proposer === null ? '–' : whoDid(t, { by: row.proposer, byName: row.proposerName ?? undefined })}
              </td>
              <td>{instant(row.since)}</td>
              <td>{lasting(row.since, now)}</td>
              <td>{row.amount === null ? '–' : money(row.amount)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}

const nameOf = ({ kind, id }: WaitingStep, t: TFunction) => {
  const { chart } = partsOf(kind)
  const [of = '', code = ''] = id.split('/')
  if (chart === 'setting') return `${t(`setting:screen.kind.${of}`)}: ${code}`
  return id.length > longestId ? t('secondPerson:open') : id
}

// An id that is longer is random and tells nobody anything.
const longestId = 32

const RecordLink = ({ step }: { step: WaitingStep }) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const path = pathOf(step)
  const name = step.orderNo ?? step.template ?? nameOf(step, t)
  const isOpen = path !== undefined && mayOpen(path.replace(/[?#].*$/, ''), user.roles)
  return isOpen ? <Link to={path}>{name}</Link> : name
}
