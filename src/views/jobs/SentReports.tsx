import { useTranslation } from 'react-i18next'
import { businessDay } from '../../machines/calendar.ts'
import { exportChunk, exportsOf } from '../../services/jobs.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { useFormat } from '../shared/format.ts'
import { usePoll, whileVisible } from '../shared/usePoll.ts'
import { Download } from './Download.tsx'
import './jobs.css'

// The change feed does not report exports.
const everyMs = 60_000

/** The reports that plans sent to this person today, each with its file; nothing where none came. */
export const SentReports = ({ today }: { today: string }) => {
  const { t } = useTranslation()
  const { instant, number } = useFormat()
  const { record, reload } = useRecord(exportsOf, {}, { kind: exportsOf.id, id: '' })
  usePoll(whileVisible(reload), everyMs)
  const sent = record?.exports.filter(
    ({ plan, state, endedAt }) => plan !== null && state === 'ready' && businessDay(endedAt!) === today,
  )
  if (!sent || sent.length === 0) return null
  return (
    <section aria-labelledby="sent-reports">
      <h2 id="sent-reports">{t('reportPlan:arrived')}</h2>
      <p>{t('reportPlan:arrivedAbout')}</p>
      <ul className="jobs-list">
        {sent.map((file) => (
          <li key={file.id}>
            <div className="jobs-head">
              <strong>{file.name}</strong>
            </div>
            <p>
              <time dateTime={new Date(file.endedAt!).toISOString()}>{instant(file.endedAt!)}</time>
              <span>{t('export:rows', { shown: number(file.rows), count: file.rows })}</span>
            </p>
            <div className="jobs-deeds">
              <Download chunk={exportChunk} file={file} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
