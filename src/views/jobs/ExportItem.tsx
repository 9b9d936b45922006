import { ProgressBar } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { cancelExport, type Exported, exportChunk } from '../../services/jobs.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { Download } from './Download.tsx'
import { Refusal } from './Refusal.tsx'
import { useRequest } from './useRequest.ts'

type ExportItemProps = {
  job: Exported
  onChanged: () => void
  onAgain: (wanted: NonNullable<Exported['again']>) => void
}

const intents: Record<string, 'primary' | 'success' | 'danger'> = {
  requested: 'primary',
  running: 'primary',
  ready: 'success',
  failed: 'danger',
}

/** One export: its list, state and actions. */
export const ExportItem = ({ job, onChanged, onAgain }: ExportItemProps) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const cancel = useRequest(cancelExport)
  const isRunning = job.state === 'requested' || job.state === 'running'
  return (
    <li>
      <div className="jobs-head">
        <strong>{job.name ?? `${t(job.title)} (${job.format})`}</strong>
        <Tag intent={intents[job.state] ?? 'none'}>{t(`export:state.${job.state}`)}</Tag>
      </div>
      <p>
        <time dateTime={new Date(job.requestedAt).toISOString()}>{instant(job.requestedAt)}</time>
        <span>
          <Standing job={job} />
        </span>
        {job.plan !== null && <span>{t('reportPlan:sent')}</span>}
      </p>
      {isRunning && (
        <ProgressBar
          value={job.rows === 0 ? 0 : Math.min(1, job.done / job.rows)}
          intent="primary"
          animate={false}
          aria-label={t(`export:state.${job.state}`)}
        />
      )}
      <div className="jobs-deeds">
        {isRunning && (
          <SendButton
            size="small"
            text={t('export:action.exportCancelled')}
            loading={cancel.pending}
            onClick={() => void cancel.send({ id: job.id }).then(onChanged)}
          />
        )}
        {job.state === 'ready' && <Download chunk={exportChunk} file={job} />}
        {!isRunning && <Again job={job} onAgain={onAgain} />}
      </div>
      <Refusal error={cancel.error} words="export" />
    </li>
  )
}

const Standing = ({ job: { state, done, rows, reason, fileDue } }: { job: Exported }) => {
  const { t } = useTranslation()
  const { number, day } = useFormat()
  switch (state) {
    case 'requested':
    case 'running':
      return t('export:progress', { done: number(done), rows: number(rows) })
    case 'ready':
      return `${t('export:rows', { shown: number(rows), count: rows })}, ${t('export:until', { when: day(fileDue!) })}`
    case 'failed':
      return t(`export:reason.${reason}`)
    default:
      return null
  }
}

const Again = ({ job: { again }, onAgain }: Pick<ExportItemProps, 'job' | 'onAgain'>) => {
  const { t } = useTranslation()
  return (
    <SendButton
      size="small"
      text={t('export:again')}
      reason={again ? undefined : t('export:notAgain')}
      onClick={() => again && onAgain(again)}
    />
  )
}
