import { Button, Dialog } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf } from '../../machines/kernel.ts'
import { type BulkJob, bulksOf } from '../../services/jobs.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { BulkResult, isOver } from './BulkResult.tsx'
import { usePolled } from './usePolled.ts'
import '../shared/dialog.css'

/** The person's recent bulk actions, newest first, with the results of rows on demand. */
export const BulkList = () => {
  const { t } = useTranslation()
  const headId = useId()
  const { record, reload } = usePolled(bulksOf, {}, ({ bulks }) => bulks.every(isOver))
  const [opened, setOpened] = useState<string>()
  const close = () => {
    setOpened(undefined)
    reload()
  }
  if (!record || record.bulks.length === 0) return null
  return (
    <section aria-labelledby={headId}>
      <h2 id={headId}>{t('bulk:history')}</h2>
      <ul className="jobs-list">
        {record.bulks.map((job) => (
          <BulkItem key={job.id} job={job} onOpen={() => setOpened(job.id)} />
        ))}
      </ul>
      <Dialog
        isOpen={opened !== undefined}
        title={t('bulk:results')}
        isCloseButtonShown={false}
        transitionDuration={100}
        onClose={close}
        className="narrow-dialog bulk-dialog"
      >
        {opened && (
          <BulkResult key={opened} id={opened} onRepeated={(stream) => setOpened(idOf(stream))} onClose={close} />
        )}
      </Dialog>
    </section>
  )
}

const BulkItem = ({ job, onOpen }: { job: BulkJob; onOpen: () => void }) => {
  const { t } = useTranslation()
  const { instant, number } = useFormat()
  const { state, rows, done, refused, title, action, requestedAt } = job
  return (
    <li>
      <div className="jobs-head">
        <strong>{`${t(action)}: ${t(title)}`}</strong>
        <Tag intent={state === 'done' ? 'success' : isOver(job) ? 'none' : 'primary'}>{t(`bulk:state.${state}`)}</Tag>
      </div>
      <p>
        <time dateTime={new Date(requestedAt).toISOString()}>{instant(requestedAt)}</time>
        <span>{t('bulk:progress', { done: number(done), refused: number(refused), rows: number(rows) })}</span>
      </p>
      <div className="jobs-deeds">
        <Button size="small" text={t('bulk:results')} onClick={onOpen} />
      </div>
    </li>
  )
}
