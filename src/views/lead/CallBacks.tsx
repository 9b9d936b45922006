import { Button, Checkbox, Spinner } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { Link, useSearchParams } from 'react-router-dom'
import { addDays, dayStart } from '../../machines/calendar.ts'
import { to } from '../../machines/paths.ts'
import { callBackDays, callBacks, next, type CallBacks as Some } from '../../services/lead.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { isDay } from '../shared/day.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { NextLead } from './NextLead.tsx'
import './callBacks.css'

/** Call-backs of the seller or of all sellers; whoever does not sell sees all. Those due rise by themselves. */
const CallBacks = () => {
  const { t, day: ofInstant } = useFormat()
  const [params, setParams] = useSearchParams()
  const from = params.get('from') ?? undefined
  const { user } = useConsole()
  const sells = user.interfaces.includes(next.interface)
  const isAll = !sells || params.get('all') === '1'
  const body = { ...(isDay(from) && { from: dayStart(from) }), ...(!isAll && { mine: true }) }
  const { record, error, retry } = useRecord(callBacks, body, { kind: 'lead', id: undefined })
  if (!record) return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
  const { today, due, days } = record
  const first = days[0]!.day
  const turn = (change: Readonly<Record<string, string>>) =>
    setParams(
      { ...(sells && isAll && { all: '1' }), ...(first > today && { from: first }), ...change },
      { replace: true },
    )
  const turnTo = (day: string) => turn({ from: day < today ? today : day })
  return (
    <div className="call-backs">
      <header>
        <h1>{t('routes:callBacks')}</h1>
        <NextLead />
        {sells && (
          <Checkbox
            checked={!isAll}
            label={t('lead:screen.mine')}
            onChange={({ currentTarget }) => turn({ all: currentTarget.checked ? '' : '1' })}
          />
        )}
        <div className="call-backs-turn">
          <Button
            icon={<ChevronLeftIcon />}
            aria-label={t('lead:screen.earlierDays')}
            disabled={first <= today}
            onClick={() => turnTo(addDays(first, -callBackDays))}
          />
          <span>{`${ofInstant(dayStart(first))} – ${ofInstant(dayStart(days.at(-1)!.day))}`}</span>
          <Button
            icon={<ChevronRightIcon />}
            aria-label={t('lead:screen.laterDays')}
            onClick={() => turnTo(addDays(first, callBackDays))}
          />
        </div>
      </header>
      <div className="call-backs-days">
        <Column title={t('lead:screen.callBackDue')} some={due} filter={{ callBackDue: '1' }} isAll={isAll} />
        {days.map(({ day, ...some }) => (
          <Column
            key={day}
            title={day === today ? t('list:today') : ofInstant(dayStart(day))}
            some={some}
            filter={{ callBack: `${day}..${day}` }}
            isAll={isAll}
          />
        ))}
      </div>
    </div>
  )
}

type ColumnProps = {
  title: string
  some: Some
  /** The filter of the list of leads for the same call-backs. */
  filter: Readonly<Record<string, string>>
  isAll: boolean
}

const Column = ({ title, some: { count, capped, rows }, filter, isAll }: ColumnProps) => {
  const { t, time, instant, count: counted } = useFormat()
  const all = new URLSearchParams({ ...filter, ...(!isAll && { mine: '1' }), sort: 'callAt' })
  return (
    <section aria-label={title}>
      <h2>
        {title} {count > 0 && <Link to={`${to.userList()}?${all}`}>{counted(count, capped)}</Link>}
      </h2>
      {count === 0 && <p className="quiet">{t('lead:screen.noCallBacks')}</p>}
      <ol>
        {rows.map(({ id, name, callBack, isDue, sellerName }) => (
          <li key={id}>
            {isDue ? <Tag intent="warning">{instant(callBack)}</Tag> : <span>{time(callBack)}</span>}
            <Link to={to.leadDetail({ id })}>{name || t('audit:erased')}</Link>
            {isAll && <span className="quiet">{sellerName}</span>}
          </li>
        ))}
      </ol>
      {count > rows.length && <Link to={`${to.userList()}?${all}`}>{t('lead:screen.allCallBacks')}</Link>}
    </section>
  )
}

export { CallBacks as screen }
