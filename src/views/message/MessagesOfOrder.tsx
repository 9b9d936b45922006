import { HTMLTable } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { list, type Message, send } from '../../services/message.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { hearNews } from '../detail/command/commands.ts'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import type { Subject } from '../detail/command/subject.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { instantCell } from '../list/cells.tsx'
import { useConsole } from '../shared/console.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { reasonWords } from './reason.ts'
import { newMessage, newMessageToLead } from './subject.ts'
import './message.css'

const mostShown = 5

type Of = {
  /** The messages, as a filter of their list. */
  filter: { orderNo: string } | { lead: string }
  /** The form for the next one. */
  subjectOf: (nth: number) => Subject
}

/** The text messages to an order's customer, the newest first, and the form for one more. */
export const MessagesOfOrder = ({ orderNo }: { orderNo: string }) => (
  <Messages filter={{ orderNo }} subjectOf={(nth) => newMessage(orderNo, nth)} />
)

/** The text messages to a lead. */
export const MessagesOfLead = ({ id, name }: { id: string; name: string }) => (
  <Messages filter={{ lead: id }} subjectOf={(nth) => newMessageToLead(id, name, nth)} />
)

const Messages = (of: Of) => {
  const { user } = useConsole()
  return user.interfaces.includes(list.interface) ? <Part {...of} /> : null
}

const Part = ({ filter, subjectOf }: Of) => {
  const { t } = useFormat()
  const { user } = useConsole()
  const { record, error, retry } = useRecord(list, { ...filter, limit: mostShown }, { kind: 'message', id: undefined })
  const all = <Link to={`${to.message()}?${new URLSearchParams(filter)}`}>{t('message:screen.all')}</Link>
  return (
    <Facts title="message:screen.ofOrder" aside={record?.next && all}>
      {user.interfaces.includes(send.interface) && <SendOne subjectOf={subjectOf} />}
      {!record && error === undefined && <p className="quiet">{t('common:loading')}</p>}
      {error !== undefined && <Failed brief={record !== undefined} error={error} onRetry={retry} />}
      {record && <Log rows={record.rows} />}
    </Facts>
  )
}

/** The button and the form. A message that is queued has a stream of its own, so the next form needs another. */
const SendOne = ({ subjectOf }: Pick<Of, 'subjectOf'>) => {
  const home = useRef<HTMLDivElement>(null)
  const [nth, setNth] = useState(1)
  const subject = subjectOf(nth)
  const { stream } = subject
  useEffect(
    () => hearNews((heard, { type }) => heard === stream && type === 'done' && setNth((before) => before + 1)),
    [stream],
  )
  return (
    <div ref={home} tabIndex={-1} className="message-send">
      <OfferButtons subject={subject} small />
      <CommandDialog subject={subject} home={home} onReload={() => {}} />
    </div>
  )
}

const Log = ({ rows }: { rows: readonly Message[] }) => {
  const format = useFormat()
  const { t } = format
  if (rows.length === 0) return <p className="quiet">{t('message:screen.none')}</p>
  return (
    <HTMLTable compact className="message-log" aria-label={t('message:screen.ofOrder')}>
      <tbody>
        {rows.map(({ id, queuedAt, text, template, state, reason, missing, authorName }) => (
          <tr key={id}>
            <td>{instantCell(queuedAt, format)}</td>
            <td>{template ?? t(`message:text.${text}`, { defaultValue: text })}</td>
            <td>
              {t(`message:state.${state}`)}
              {reason && ` · ${reasonWords(t, reason, missing ?? [])}`}
            </td>
            <td>{authorName}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
