import { Button, ProgressBar, Tooltip } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelExport, type Exported } from '../../services/jobs.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { Refusal } from './Refusal.tsx'
import { saveFile } from './saveFile.ts'
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

/** One export: what it is of, how it stands, and what can be done with it. */
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
          <Button
            size="small"
            text={t('export:action.exportCancelled')}
            loading={cancel.pending}
            onClick={() => void cancel.send({ id: job.id }).then(onChanged)}
          />
        )}
        {job.state === 'ready' && <Download job={job} />}
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

const Download = ({ job }: { job: Exported }) => {
  const { t } = useTranslation()
  const { client } = useConsole()
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<unknown>()
  const fetch = () => {
    setLoading(true)
    setError(undefined)
    saveFile(client, job)
      .catch(setError)
      .finally(() => setLoading(false))
  }
  return (
    <>
      <Button
        size="small"
        intent="success"
        text={t('export:download')}
        aria-label={`${t('export:download')}: ${job.name}`}
        loading={isLoading}
        onClick={fetch}
      />
      <Refusal error={error} words="export" />
    </>
  )
}

const Again = ({ job: { again }, onAgain }: Pick<ExportItemProps, 'job' | 'onAgain'>) => {
  const { t } = useTranslation()
  if (again) return <Button size="small" text={t('export:again')} onClick={() => onAgain(again)} />
  return (
    <Tooltip compact content={t('export:notAgain')}>
      <Button size="small" text={t('export:again')} aria-disabled className="offer-barred" />
    </Tooltip>
  )
}
