import { HTMLTable, ProgressBar } from '@blueprintjs/core'
import { useRef } from 'react'
import type { LeadImport } from '../../services/leadImport.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { subjectOf } from './subject.ts'
import '../jobs/jobs.css'

const intents = {
  staged: 'warning',
  running: 'primary',
  done: 'success',
  dropped: 'none',
  failed: 'danger',
} as const satisfies Record<LeadImport['state'], string>

/** One file of leads: what was read, what is wrong with it, how far it is, and what became of the rows. */
export const ImportItem = ({ one, onChanged }: { one: LeadImport; onChanged: () => void }) => {
  const { t, instant, number } = useFormat()
  const home = useRef<HTMLLIElement>(null)
  const subject = subjectOf(one)
  return (
    <li ref={home} tabIndex={-1}>
      <div className="jobs-head">
        <strong>
          {one.batch} · {one.source}
        </strong>
        <Tag intent={intents[one.state]}>{t(`leadImport:state.${one.state}`)}</Tag>
      </div>
      <p>
        <time dateTime={new Date(one.requestedAt).toISOString()}>{instant(one.requestedAt)}</time>
        {` · ${one.askerName}`}
        {one.upload && ` · ${one.upload}`}
      </p>
      <p>
        {t('leadImport:ask.channels')}: {one.channels.map((channel) => t(`contact:channel.${channel}`)).join(', ')}
      </p>
      <p>
        {t('leadImport:screen.read', {
          rows: number(one.rows),
          doubled: number(one.doubled),
          wrong: number(one.wrong),
        })}
      </p>
      {one.state === 'running' && (
        <ProgressBar
          value={one.done / one.rows}
          intent="primary"
          animate={false}
          aria-label={t('leadImport:state.running')}
        />
      )}
      {one.counts && (
        <p>
          {t('leadImport:screen.counted', {
            imported: number(one.counts.imported),
            repeated: number(one.counts.repeated),
            customers: number(one.counts.customers),
            barred: number(one.counts.barred),
          })}
        </p>
      )}
      <div className="jobs-deeds">
        <OfferButtons subject={subject} only={['importConfirmed', 'importDropped']} />
      </div>
      {one.faults.length > 0 && <Faults one={one} />}
      <CommandDialog subject={subject} home={home} onReload={onChanged} onClosed={onChanged} />
    </li>
  )
}

/** The cells with an error, by line and column of the file. */
const Faults = ({ one }: { one: LeadImport }) => {
  const { t, number } = useFormat()
  return (
    <HTMLTable compact aria-label={`${t('leadImport:screen.faults')}: ${one.batch}`}>
      <thead>
        <tr>
          <th scope="col">{t('leadImport:screen.line')}</th>
          <th scope="col">{t('leadImport:screen.column')}</th>
          <th scope="col">{t('leadImport:screen.fault')}</th>
        </tr>
      </thead>
      <tbody>
        {one.faults.map(({ n, column, reason }) => (
          <tr key={`${n} ${column}`}>
            <td>{number(n)}</td>
            <td>{t(`leadImport:column.${column}`)}</td>
            <td>{t(`leadImport:fault.${reason}`)}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  )
}
