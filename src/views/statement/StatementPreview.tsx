import { Button, HTMLTable, Spinner } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayStart } from '../../machines/calendar.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { preview } from '../../services/statement.ts'
import { Refusal } from '../jobs/Refusal.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

type Page = DataOf<typeof preview>

/** The parsed lines of a file, or its errors by line. */
export const StatementPreview = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const [pages, setPages] = useState<readonly Page[]>([])
  const [error, setError] = useState<unknown>()
  const [after, setAfter] = useState<number>()
  useEffect(() => {
    const ended = new AbortController()
    client
      .call(preview, { id, ...(after !== undefined && { after }) }, { signal: ended.signal })
      .then((page) => setPages((before) => (after === undefined ? [page] : [...before, page])))
      .catch((failure: unknown) => ended.signal.aborted || setError(failure))
    return () => ended.abort()
  }, [client, id, after])
  const last = pages.at(-1)
  if (!last) return error === undefined ? <Spinner size={20} /> : <Refusal error={error} words="bankStatement" />
  const label = `${t('statement:show')}: ${name}`
  return (
    <div className="statement-preview">
      {pages[0]!.days.length > 1 && <Days days={pages[0]!.days} />}
      {last.flaws.length > 0 ? (
        <Flaws flaws={last.flaws} label={label} />
      ) : (
        <Rows rows={pages.flatMap(({ rows }) => rows)} label={label} />
      )}
      {pages[0]!.pending.length > 0 && <Pending rows={pages[0]!.pending} />}
      {last.next !== null && <Button size="small" text={t('statement:more')} onClick={() => setAfter(last.next!)} />}
    </div>
  )
}

export const Flaws = ({ flaws, label }: { flaws: Page['flaws']; label: string }) => {
  const { t } = useTranslation()
  return (
    <HTMLTable compact striped aria-label={label}>
      <thead>
        <tr>
          {['row', 'column', 'reason', 'said'].map((head) => (
            <th key={head} scope="col">
              {t(`statement:${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {flaws.map(({ row, column, reason, words, said }) => (
          <tr key={`${row} ${column} ${reason}`}>
            <td>{row}</td>
            <td>{column || '–'}</td>
            <td>{words}</td>
            <td>{said}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}

/** Each day of a file of several days, which has to come to its own balance. */
const Days = ({ days }: { days: Page['days'] }) => {
  const { t } = useTranslation()
  const { sen, number, day: dayOf } = useFormat()
  const label = t('statement:byDay', { count: days.length, shown: number(days.length) })
  const money = ['before', 'credits', 'debits', 'after'] as const
  return (
    <details>
      <summary>{label}</summary>
      <HTMLTable compact striped aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('statement:day')}</th>
            {['lineCount', ...money].map((head) => (
              <th key={head} scope="col" className="statement-money">
                {t(`statement:${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, lines, start, credits, debits, end }) => (
            <tr key={day}>
              <td>{dayOf(dayStart(day))}</td>
              <td className="statement-money">{number(lines)}</td>
              <td className="statement-money">{sen(start)}</td>
              <td className="statement-money">{sen(credits)}</td>
              <td className="statement-money">{sen(debits)}</td>
              <td className="statement-money">{sen(end)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </details>
  )
}

const Pending = ({ rows }: { rows: Page['pending'] }) => {
  const { t } = useTranslation()
  const { sen, day: dayOf } = useFormat()
  return (
    <HTMLTable compact striped aria-label={t('statement:leftOut')}>
      <caption>{t('statement:leftOut')}</caption>
      <thead>
        <tr>
          {['day', 'state', 'info'].map((head) => (
            <th key={head} scope="col">
              {t(`statement:${head}`)}
            </th>
          ))}
          {['debit', 'credit'].map((head) => (
            <th key={head} scope="col" className="statement-money">
              {t(`statement:${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, day, state, info, direction, amount }) => (
          <tr key={place}>
            <td>{dayOf(dayStart(day))}</td>
            <td>
              <Tag intent={state === 'missed' ? 'danger' : 'none'}>{t(`statement:pendingState.${state}`)}</Tag>
            </td>
            <td>{info}</td>
            <td className="statement-money">{direction === 'debit' ? sen(amount) : ''}</td>
            <td className="statement-money">{direction === 'credit' ? sen(amount) : ''}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}

export const Rows = ({ rows, label }: { rows: Page['rows']; label: string }) => {
  const { t } = useTranslation()
  const { sen, day: dayOf } = useFormat()
  return (
    <HTMLTable compact striped aria-label={label}>
      <thead>
        <tr>
          {['day', 'txid', 'info'].map((head) => (
            <th key={head} scope="col">
              {t(`statement:${head}`)}
            </th>
          ))}
          {['debit', 'credit', 'after'].map((head) => (
            <th key={head} scope="col" className="statement-money">
              {t(`statement:${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, day, txid, info, direction, amount, after }) => (
          <tr key={place}>
            <td>{dayOf(dayStart(day))}</td>
            <td>{txid}</td>
            <td>{info}</td>
            <td className="statement-money">{direction === 'debit' ? sen(amount) : ''}</td>
            <td className="statement-money">{direction === 'credit' ? sen(amount) : ''}</td>
            <td className="statement-money">{sen(after)}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
