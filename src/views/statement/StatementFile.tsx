import { Button, Callout, ProgressBar } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayStart } from '../../machines/calendar.ts'
import type { BankFile } from '../../services/statement.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { LayoutForm } from './LayoutForm.tsx'
import { StatementPreview } from './StatementPreview.tsx'
import { fileSubject } from './subjects.ts'
import '../jobs/jobs.css'

const intents: Record<string, 'primary' | 'success' | 'warning' | 'danger'> = {
  uploaded: 'primary',
  reading: 'primary',
  appending: 'primary',
  staged: 'warning',
  unknown: 'warning',
  ready: 'success',
  missing: 'danger',
  refused: 'danger',
  failed: 'danger',
}

/** One bank file: its state, its content, and the commands on it. */
export const StatementFile = ({ file, onChanged }: { file: BankFile; onChanged: () => void }) => {
  const { t } = useTranslation()
  const { instant, number } = useFormat()
  const { user } = useConsole()
  const home = useRef<HTMLElement>(null)
  const { state, errors } = file
  const [opened, setOpen] = useState<boolean>()
  // A file that waits for somebody is expanded by default.
  const isOpen = opened ?? ['staged', 'missing'].includes(state)
  const name = file.name || t('statement:unnamed')
  const subject = fileSubject(file, name)
  const hasContent =
    errors > 0 || state === 'staged' || state === 'ready' || state === 'missing' || state === 'appending'
  return (
    <li>
      <div className="jobs-head">
        <strong ref={home} tabIndex={-1}>
          {name}
        </strong>
        <Tag intent={intents[state] ?? 'none'}>{t(`bankStatement:state.${state}`)}</Tag>
      </div>
      <p>
        <time dateTime={new Date(file.uploadedAt).toISOString()}>{instant(file.uploadedAt)}</time>
        <span>
          {file.account} · {file.uploaderName}
        </span>
      </p>
      {file.nth > 1 && <p>{t('statement:part', { nth: number(file.nth) })}</p>}
      {file.words && (
        <p>
          {file.words} {errors > 0 && t('statement:flaws', { count: errors })}
        </p>
      )}
      <Totals file={file} />
      {file.totals && file.totals.pending > 0 && <p>{t('statement:pending', { count: file.totals.pending })}</p>}
      <OtherAccounts file={file} />
      {file.missed > 0 && (
        <Callout compact intent="danger">
          {t('statement:missed', { count: file.missed })}
        </Callout>
      )}
      {file.note && <p>{t('statement:settledNote', { note: file.note })}</p>}
      {state === 'appending' && (
        <>
          <ProgressBar
            value={file.done / file.totals!.lines}
            intent="primary"
            animate={false}
            aria-label={t('bankStatement:state.appending')}
          />
          <p>{t('statement:progress', { done: number(file.done), lines: number(file.totals!.lines) })}</p>
        </>
      )}
      <div className="jobs-deeds">
        <OfferButtons subject={subject} small />
        {hasContent && (
          <Button
            size="small"
            text={t('statement:show')}
            aria-label={`${t('statement:show')}: ${name}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {isOpen && hasContent && <StatementPreview key={state} id={file.id} name={name} />}
      {state === 'unknown' && file.uploader === user.id && <LayoutForm id={file.id} name={name} />}
      <CommandDialog subject={subject} home={home} onReload={onChanged} />
    </li>
  )
}

/** The accounts of a file that it was not read for. */
const OtherAccounts = ({ file: { others } }: { file: BankFile }) => {
  const { t } = useTranslation()
  const own = others.flatMap(({ account }) => account ?? [])
  const unknown = others.flatMap(({ number, account }) => (account === null ? number : []))
  return (
    <>
      {own.length > 0 && <p>{t('statement:others', { count: own.length, accounts: own.join(', ') })}</p>}
      {unknown.length > 0 && (
        <Callout compact intent="warning">
          {t('statement:unknownAccounts', { count: unknown.length, numbers: unknown.join(', ') })}
        </Callout>
      )}
    </>
  )
}

const Totals = ({ file: { totals } }: { file: BankFile }) => {
  const { t } = useTranslation()
  const { sen, number, day } = useFormat()
  if (!totals) return null
  const { lines, from, to, start, credits, debits, end } = totals
  const days = [...new Set([from, to])].map((one) => day(dayStart(one)))
  return (
    <p className="statement-totals">
      {t('statement:lines', { count: lines, shown: number(lines) })}, {days.join(' – ')}
      <span title={t('statement:ties')}>
        {t('statement:sums', {
          start: sen(start),
          credits: sen(credits),
          debits: sen(debits),
          end: sen(end),
        })}
      </span>
    </p>
  )
}
