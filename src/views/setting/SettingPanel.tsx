import { Callout, HTMLTable } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Holiday } from '../../machines/decree.ts'
import { history as endpoint, propose, type SettingRow, type SettingStep } from '../../services/setting.ts'
import { CommandDialog } from '../detail/command/CommandDialog.tsx'
import { OfferButtons } from '../detail/command/OfferButtons.tsx'
import { BarredButton } from '../detail/form/BarredButton.tsx'
import { Differences } from '../detail/record/Changes.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { Timeline } from '../detail/record/Timeline.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { HolidayChanges } from './HolidayChanges.tsx'
import { fieldsOf, inWords, isDated, labelOf, plain, shown } from './settingFields.ts'
import { settingSubject } from './settingSubject.ts'
import { SettingState, whoAt } from './SettingTable.tsx'
import { Versions } from './Versions.tsx'
import { YearCalendar } from './YearCalendar.tsx'

type SettingPanelProps = { setting: SettingRow; onEdit: () => void; onChanged: () => void }

/** One setting: the values in force, the proposed ones, the commands, and the history. */
export const SettingPanel = ({ setting, onEdit, onChanged }: SettingPanelProps) => {
  const { t } = useTranslation()
  const { user } = useConsole()
  const { kind, code, state, proposed, refused } = setting
  const home = useRef<HTMLElement>(null)
  const subject = settingSubject(setting)
  return (
    <section className="power-columns" aria-label={code} ref={home} tabIndex={-1}>
      <div className="setting-facts">
        <header className="power-actions">
          <h2>{code}</h2>
          <SettingState state={state} />
          <OfferButtons subject={subject} only={['settingConfirmed', 'settingRefused', 'settingTakenBack']} />
          {kind !== 'bankLayout' && (
            <BarredButton
              text={t(proposed ? 'setting:screen.edit' : 'setting:screen.propose')}
              reason={user.interfaces.includes(propose.interface) ? undefined : t('errors:notPermitted')}
              onClick={onEdit}
            />
          )}
          <CommandDialog subject={subject} home={home} onReload={onChanged} />
        </header>
        {refused && (
          <Callout compact intent="warning">
            {t('setting:screen.refusedBy', { name: refused.by.name, reason: refused.reason })}
          </Callout>
        )}
        {proposed && <Waiting setting={setting} proposed={proposed} />}
        <InForce setting={setting} />
      </div>
      <History key={`${kind}/${code}`} kind={kind} code={code} />
    </section>
  )
}

type Proposed = NonNullable<SettingRow['proposed']>

const Waiting = ({ setting: { kind, code, inForce }, proposed }: { setting: SettingRow; proposed: Proposed }) => {
  const format = useFormat()
  const { values, proposer, editor, at, reason } = proposed
  const last = inForce.at(-1)
  const facts =
    proposer.id === editor.id
      ? { 'setting:screen.proposedBy': whoAt(format, proposer, at) }
      : { 'setting:screen.proposedBy': proposer.name, 'setting:screen.editedBy': whoAt(format, editor, at) }
  return (
    <Facts title="setting:screen.differences" facts={{ ...facts, ...(reason && { 'setting:ask.why': reason }) }}>
      <Differences before={last ? inWords(kind, last, format) : {}} after={inWords(kind, values, format)} />
      {kind === 'holidays' && (
        <>
          {last && <HolidayChanges before={last.days as Holiday[]} after={values.days as Holiday[]} />}
          <YearCalendar year={code} days={values.days as Holiday[]} />
        </>
      )}
    </Facts>
  )
}

const InForce = ({ setting }: { setting: SettingRow }) => {
  const format = useFormat()
  const { t } = format
  const { kind, code, inForce, confirmed } = setting
  const [values] = inForce
  if (kind === 'rate' && values) return <Rates rates={inForce} />
  if (isDated(kind) && values) return <Versions kind={kind} versions={inForce} />
  const who = confirmed && { 'setting:screen.confirmedBy': whoAt(format, confirmed.by, confirmed.at) }
  return (
    <Facts title="setting:screen.inForce" facts={values ? { ...inWords(kind, values, format), ...who } : {}}>
      {!values && <p className="quiet">{t('setting:screen.nothing')}</p>}
      {kind === 'holidays' && values && <YearCalendar year={code} days={values.days as Holiday[]} />}
    </Facts>
  )
}

/** All rates of a product, past and future, the last first. */
const Rates = ({ rates }: { rates: SettingRow['inForce'] }) => {
  const format = useFormat()
  const { t } = format
  return (
    <Facts title="setting:screen.rates">
      <div className="power-table">
        <HTMLTable compact aria-label={t('setting:screen.rates')}>
          <thead>
            <tr>
              {fieldsOf.rate.map(({ name }) => (
                <th key={name} scope="col">
                  {t(labelOf(name))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rates.toReversed().map((rate) => (
              <tr key={plain(rate.from)}>
                {fieldsOf.rate.map(({ name, as }) => (
                  <td key={name} className={as === 'day' ? 'one-line' : undefined}>
                    {shown(rate[name], as, format)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </Facts>
  )
}

const History = ({ kind, code }: Pick<SettingRow, 'kind' | 'code'>) => {
  const [params] = useSearchParams()
  const { record } = useRecord(endpoint, { kind, code }, { kind: 'setting', id: `${kind}/${code}` })
  const steps = record?.history ?? []
  const way = (step: number | undefined) => ({
    search: new URLSearchParams({ kind, code, ...(step !== undefined && { step: String(step) }) }).toString(),
  })
  return (
    <Facts title="access:history">
      <Timeline
        steps={steps}
        shown={Number(params.get('step')) || steps.length}
        newest={steps.length}
        words="setting"
        way={way}
        renderDetails={(step) => <StepDetails kind={kind} step={step} />}
      />
    </Facts>
  )
}

const StepDetails = ({ kind, step: { details } }: { kind: SettingRow['kind']; step: SettingStep }) => {
  const format = useFormat()
  const { before, values, reason } = details
  return (
    <>
      {reason && <p>{reason}</p>}
      {values &&
        fieldsOf[kind].map(({ name, as }) => {
          if (as === 'holidays' && before)
            return <HolidayChanges key={name} before={before[name] as Holiday[]} after={values[name] as Holiday[]} />
          const [was, is] = [before?.[name], values[name]].map((value) => shown(value, as, format))
          return (
            was !== is && (
              <div key={name}>
                {format.t(labelOf(name))}: {[was, is].filter(Boolean).join(' → ')}
              </div>
            )
          )
        })}
    </>
  )
}
