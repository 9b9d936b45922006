import { Button, ProgressBar } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelSheet, type Sheet, sheetChunk } from '../../services/order.ts'
import { SendButton } from '../detail/form/SendButton.tsx'
import { Download } from '../jobs/Download.tsx'
import { Refusal } from '../jobs/Refusal.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { SheetRows } from './SheetRows.tsx'
import '../jobs/jobs.css'

const intents: Record<string, 'primary' | 'success' | 'danger'> = {
  requested: 'primary',
  running: 'primary',
  ready: 'success',
  failed: 'danger',
}

/** One upload: its state, the results of its rows, and the commands on it. */
export const SheetItem = ({ sheet, onChanged }: { sheet: Sheet; onChanged: () => void }) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const cancel = useRequest(cancelSheet)
  const [isOpen, setOpen] = useState(false)
  const isRunning = sheet.state === 'requested' || sheet.state === 'running'
  const bad = sheet.counts ? sheet.counts.unknown + sheet.counts.duplicate + sheet.counts.invalid : 0
  const name = sheet.upload || t('order:sheet.unnamed')
  return (
    <li>
      <div className="jobs-head">
        <strong>{name}</strong>
        <Tag intent={intents[sheet.state] ?? 'none'}>{t(`orderSheet:state.${sheet.state}`)}</Tag>
      </div>
      <p>
        <time dateTime={new Date(sheet.requestedAt).toISOString()}>{instant(sheet.requestedAt)}</time>
        <span>
          <Standing sheet={sheet} />
        </span>
      </p>
      {sheet.sheets > 1 && <p>{t('order:sheet.onlyFirst', { sheets: sheet.sheets })}</p>}
      {isRunning && (
        <ProgressBar
          value={sheet.rows === 0 ? 0 : sheet.done / sheet.rows}
          intent="primary"
          animate={false}
          aria-label={t(`orderSheet:state.${sheet.state}`)}
        />
      )}
      <div className="jobs-deeds">
        {isRunning && (
          <SendButton
            size="small"
            text={t('orderSheet:action.sheetCancelled')}
            loading={cancel.pending}
            onClick={() => void cancel.send({ id: sheet.id }).then(onChanged)}
          />
        )}
        {sheet.state === 'ready' && <Download chunk={sheetChunk} file={sheet} />}
        {sheet.state === 'ready' && bad > 0 && (
          <Button
            size="small"
            text={t('order:sheet.bad')}
            aria-label={`${t('order:sheet.bad')}: ${name}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {isOpen && <SheetRows id={sheet.id} name={name} />}
      <Refusal error={cancel.error} words="orderSheet" />
    </li>
  )
}

const Standing = ({ sheet: { state, done, rows, counts, reason, fileDue } }: { sheet: Sheet }) => {
  const { t } = useTranslation()
  const { number, day } = useFormat()
  if (state === 'failed') return t(`orderSheet:reason.${reason}`)
  if (!counts) return t('order:sheet.progress', { done: number(done), rows: number(rows) })
  const counted = t('order:sheet.counted', {
    known: number(counts.known),
    unknown: number(counts.unknown),
    duplicate: number(counts.duplicate),
    invalid: number(counts.invalid),
  })
  return state === 'ready' ? `${counted}; ${t('export:until', { when: day(fileDue!) })}` : counted
}
