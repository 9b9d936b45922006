import { Callout, Spinner } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { CallError } from '../../services/http.ts'
import { type BatchDetail, detail } from '../../services/smsBatch.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { Neighbours } from '../detail/record/Neighbours.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Notice } from '../shared/Notice.tsx'
import { useTabName } from '../shared/useTabName.ts'
import { BatchPeople } from './BatchPeople.tsx'
import { BatchState } from './BatchState.tsx'
import { reasonKey } from './reasonKey.ts'
import { batchSubject } from './subject.ts'
import '../access/power.css'
import '../smsTemplate/smsTemplate.css'

const SmsBatchDetail = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { record, error, retry, reload } = useRecord(detail, { id }, { kind: ['smsBatch', 'message'], id: undefined })
  useTabName(record?.batch.template)
  if (record) return <Shown detail={record} onChanged={reload} />
  if (error instanceof CallError && [400, 404].includes(error.code))
    return (
      <Notice title={t('smsBatch:screen.unknown')}>
        <Link to={to.smsBatches()}>{t('smsBatch:screen.toList')}</Link>
      </Notice>
    )
  return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
}

type Counts = Readonly<Record<string, number>>

/** One batch: its text, whom it goes to and what it costs, the commands, and what became of its messages. */
const Shown = ({
  detail: { batch, body, app, byLaw, skipped },
  onChanged,
}: {
  detail: BatchDetail
  onChanged: () => void
}) => {
  const { t, instant, number, money } = useFormat()
  const home = useRef<HTMLDivElement>(null)
  const subject = batchSubject(batch)
  const { count, messages, billed } = batch
  const numbers = (counts: Counts) => Object.fromEntries(Object.entries(counts).map(([key, n]) => [key, number(n)]))
  return (
    <div className="power" ref={home} tabIndex={-1}>
      <header>
        <h1>{batch.template}</h1>
        <BatchState state={batch.state} />
        <Neighbours />
      </header>
      <div className="power-actions">
        <OfferButtons subject={subject} />
        <CommandDialog subject={subject} home={home} onReload={onChanged} />
      </div>
      {batch.refused && (
        <Callout compact intent="warning">
          {t('smsBatch:screen.refusedBy', { name: batch.refused.by.name, reason: batch.refused.reason })}
        </Callout>
      )}
      <Facts
        title="smsBatch:title"
        facts={{
          'smsBatch:screen.category': t(`smsTemplate:category.${batch.category}`),
          'smsTemplate:ask.marks': byLaw ? t('smsTemplate:screen.byLaw') : null,
          'smsBatch:screen.language': batch.language && t(`smsTemplate:language.${batch.language}`),
          'smsBatch:ask.sender': batch.sender,
          'smsBatch:ask.app': app,
          'smsBatch:screen.startAt': instant(batch.startAt),
          'smsBatch:screen.author': batch.author.name,
          'smsBatch:screen.proposer': batch.proposer?.name,
          'smsBatch:screen.approver': batch.approver?.name,
        }}
      >
        <p className="sms-text">{body}</p>
      </Facts>
      <Facts
        title="smsBatch:screen.audience"
        facts={{
          'smsBatch:screen.audience': t(batch.title),
          'smsBatch:screen.rows': number(batch.rows),
          'smsBatch:screen.people': count && number(count.people),
          'smsBatch:screen.sendable': count && number(count.sendable),
          'smsBatch:screen.segments': count && number(count.segments),
          'smsBatch:screen.cost': count && money(count.cost),
          'smsBatch:screen.billed': billed === null ? null : money(billed),
        }}
      >
        {count === null && batch.endedAt === null && <p className="quiet">{t('smsBatch:screen.counting')}</p>}
      </Facts>
      {count && Object.keys(count.skipped).length > 0 && (
        <Facts title="smsBatch:screen.skipped" facts={worded(reasonKey, numbers(count.skipped))} />
      )}
      {count && batch.endedAt === null && <BatchPeople id={batch.id} count={count} />}
      <Facts
        title="smsBatch:screen.messages"
        facts={worded(stateKey, numbers(messages))}
        aside={
          <Link to={`${to.message()}?${new URLSearchParams({ batch: batch.id })}`}>
            {t('smsBatch:screen.toMessages')}
          </Link>
        }
      >
        {Object.keys(messages).length === 0 && <p className="quiet">{t('smsBatch:screen.none')}</p>}
      </Facts>
      {Object.keys(skipped).length > 0 && (
        <Facts title="smsBatch:screen.notSent" facts={worded(reasonKey, numbers(skipped))} />
      )}
    </div>
  )
}

const stateKey = (state: string) => `message:state.${state}`
const worded = (keyOf: (name: string) => string, counts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [keyOf(name), count]))

export { SmsBatchDetail as screen }
