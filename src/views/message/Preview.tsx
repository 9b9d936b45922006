import { Callout } from '@blueprintjs/core'
import type { DataOf } from '../../services/endpoint.ts'
import { preview, previewToLead } from '../../services/message.ts'
import type { Typed } from '../detail/form/fields.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { reasonWords } from './reason.ts'
import '../smsTemplate/smsTemplate.css'
import './message.css'

type OfOrder = { orderNo: string }
type OfLead = { lead: string; app: string }

/** Below the form of a message: what the customer would read, what it costs, and what the rules say now. */
export const Preview = ({ of, text }: { of: OfOrder | OfLead; text: Typed | undefined }) => {
  if (typeof text !== 'string' || text === '') return null
  if ('orderNo' in of) return <ForOrder key={text} {...of} text={text} />
  return of.app === '' ? null : <ForLead key={`${of.app} ${text}`} {...of} text={text} />
}

const ForOrder = ({ orderNo, text }: OfOrder & { text: string }) => (
  <Filled {...useRecord(preview, { orderNo, text }, { kind: ['contact', 'loan'], id: undefined })} />
)
const ForLead = ({ lead, app, text }: OfLead & { text: string }) => (
  <Filled {...useRecord(previewToLead, { lead, app, text }, { kind: ['contact', 'lead'], id: lead })} />
)

type FilledProps = { record: DataOf<typeof preview> | undefined; error: unknown; retry: () => void }

const Filled = ({ record, error, retry }: FilledProps) => {
  const { t, money, number } = useFormat()
  if (error !== undefined) return <Failed brief error={error} onRetry={retry} />
  if (!record) return <p className="quiet">{t('common:loading')}</p>
  const { wording, segments, cost, skip, missing, rule, figures } = record
  return (
    <section className="message-preview" aria-label={t('message:screen.preview')}>
      {wording !== null && <p className="sms-text">{wording}</p>}
      {segments !== null && (
        <p className="quiet">
          {t('message:screen.size', { count: segments, segments: number(segments) })}
          {cost !== null && ` · ${money(cost)}`}
        </p>
      )}
      {skip !== null && (
        <Callout compact intent="warning">
          {t('message:screen.wouldSkip')}: {reasonWords(t, skip, missing)}
        </Callout>
      )}
      {rule === null ? (
        <p className="quiet">{t('message:screen.mayNow')}</p>
      ) : (
        <Callout compact intent="warning">
          {t('message:screen.notNow')}: {t(`contact:blocked.${rule}`, figures)}
        </Callout>
      )}
    </section>
  )
}
