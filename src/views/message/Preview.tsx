import { Callout } from '@blueprintjs/core'
import { preview } from '../../services/message.ts'
import type { Typed } from '../detail/form/fields.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import '../smsTemplate/smsTemplate.css'
import './message.css'

/** Below the form of a message: what the customer would read, what it costs, and what the rules say now. */
export const Preview = ({ orderNo, text }: { orderNo: string; text: Typed | undefined }) =>
  typeof text === 'string' && text !== '' ? <Filled key={text} orderNo={orderNo} text={text} /> : null

const Filled = ({ orderNo, text }: { orderNo: string; text: string }) => {
  const { t, money, number } = useFormat()
  const { record, error, retry } = useRecord(preview, { orderNo, text }, { kind: ['contact', 'loan'], id: undefined })
  if (error !== undefined) return <Failed brief error={error} onRetry={retry} />
  if (!record) return <p className="detail-quiet">{t('common:loading')}</p>
  const { wording, segments, cost, skip, missing, rule, figures } = record
  return (
    <section className="message-preview" aria-label={t('message:screen.preview')}>
      {wording !== null && <p className="sms-text">{wording}</p>}
      {segments !== null && (
        <p className="detail-quiet">
          {t('message:screen.size', { count: segments, segments: number(segments) })}
          {cost !== null && ` · ${money(cost)}`}
        </p>
      )}
      {skip !== null && (
        <Callout compact intent="warning">
          {t('message:screen.wouldSkip')}: {t(`message:reason.${skip}`, { variables: missing.join(', ') })}
        </Callout>
      )}
      {rule === null ? (
        <p className="detail-quiet">{t('message:screen.mayNow')}</p>
      ) : (
        <Callout compact intent="warning">
          {t('message:screen.notNow')}: {t(`contact:blocked.${rule}`, figures)}
        </Callout>
      )}
    </section>
  )
}
