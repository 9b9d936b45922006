import { FileInput } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DecreeFlaw, type Holiday, linesOf, readDecree } from '../../machines/decree.ts'
import { longest, propose, type SettingRow } from '../../services/setting.ts'
import { FormDialog } from '../detail/command/FormDialog.tsx'
import { AskField } from '../detail/form/AskField.tsx'
import { LongText } from '../detail/form/LongText.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { useFormat } from '../shared/format.ts'
import { issuesOf } from '../shared/refusal.ts'
import { showSuccess } from '../shared/toast.ts'
import { ReasonField } from './ReasonField.tsx'
import { plain } from './settingFields.ts'
import { YearCalendar } from './YearCalendar.tsx'

type HolidaysDialogProps = {
  /** Undefined for a year that has no holidays yet. */
  setting: SettingRow | undefined
  onClose: () => void
  onSaved: (year: string) => void
}

const yearForm = /^20\d\d$/

/** The text of a file, or the locale key of why it is none. */
const textOf = async (file: File): Promise<{ text: string } | { flaw: string }> => {
  if (file.size > longest.lines) return { flaw: 'setting:screen.holiday.tooLarge' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) }
  } catch {
    return { flaw: 'setting:screen.holiday.noText' }
  }
}

/** Proposes the holidays of a year: the lines of its decree, pasted or from a file, with a preview. */
export const HolidaysDialog = ({ setting, onClose, onSaved }: HolidaysDialogProps) => {
  const { t } = useTranslation()
  const { send, pending, error } = useRequest(propose)
  const linesId = useId()
  const [before] = useState(setting)
  const last = before?.proposed?.values ?? before?.inForce.at(-1)
  const [year, setYear] = useState(before?.code ?? '')
  const [decree, setDecree] = useState(plain(last?.decree))
  const [lines, setLines] = useState(() => linesOf((last?.days ?? []) as Holiday[]))
  const [fileName, setFileName] = useState<string>()
  const [fileFlaw, setFileFlaw] = useState<string>()
  const [reason, setReason] = useState(before?.proposed?.reason ?? '')
  const errors = issuesOf(error)
  const errorIn = (field: string) => errors.find((issue) => issue.field.split('.')[0] === field)?.message
  const { days, flaws } = yearForm.test(year) ? readDecree(lines, year) : { days: [], flaws: [] }

  const take = async (file: File | undefined) => {
    if (!file) return
    setFileName(file.name)
    const read = await textOf(file)
    setFileFlaw('flaw' in read ? read.flaw : undefined)
    if ('text' in read) setLines(read.text)
  }
  const submit = async () => {
    const body = { kind: 'holidays', code: year, version: before?.version ?? 0, reason, decree, lines } as const
    if (!(await send(body))) return
    showSuccess(t('setting:screen.sent', { name: year }))
    onSaved(year)
    onClose()
  }
  const linesFlaw = fileFlaw ? t(fileFlaw) : errorIn('lines')
  return (
    <FormDialog
      title={
        before
          ? `${t(before.proposed ? 'setting:screen.edit' : 'setting:screen.propose')} · ${before.code}`
          : t('setting:screen.new.holidays')
      }
      chart="setting"
      pending={pending}
      error={error}
      action={{
        text: t('setting:action.settingProposed'),
        intent: 'primary',
        reason: flaws.length > 0 ? t('setting:screen.holiday.mend') : undefined,
      }}
      autoComplete="off"
      onSubmit={submit}
      onClose={onClose}
    >
      {!before && (
        <AskField
          label={t('setting:ask.year')}
          field={{ kind: 'line', most: 4 }}
          typed={year}
          error={errorIn('code')}
          disabled={pending}
          onTyped={(typed) => setYear(String(typed))}
        />
      )}
      <AskField
        label={t('setting:ask.decree')}
        field={{ kind: 'line', most: longest.decree }}
        typed={decree}
        error={errorIn('decree')}
        disabled={pending}
        onTyped={(typed) => setDecree(String(typed))}
      />
      <div className="decree">
        <label htmlFor={linesId}>{t('setting:ask.lines')}</label>
        <p className="quiet" id={`${linesId}how`}>
          {t('setting:screen.holiday.how')}
        </p>
        <FileInput
          fill
          text={fileName ?? t('setting:screen.holiday.choose')}
          buttonText={t('setting:screen.holiday.browse')}
          hasSelection={fileName !== undefined}
          inputProps={{
            accept: '.csv,.txt,.tsv',
            'aria-label': t('setting:screen.holiday.file'),
            disabled: pending,
          }}
          onInputChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
        <LongText
          id={linesId}
          rows={8}
          most={longest.lines}
          value={lines}
          disabled={pending}
          aria-invalid={flaws.length > 0 || linesFlaw !== undefined}
          aria-describedby={`${linesId}how ${linesId}flaws`}
          onText={setLines}
        />
        <Flaws id={`${linesId}flaws`} flaws={flaws} more={linesFlaw} />
      </div>
      <ReasonField reason={reason} error={errorIn('reason')} disabled={pending} onReason={setReason} />
      {days.length > 0 && <YearCalendar year={year} days={days} />}
    </FormDialog>
  )
}

const mostNamed = 20

const Flaws = ({ id, flaws, more }: { id: string; flaws: readonly DecreeFlaw[]; more: string | undefined }) => {
  const { t, number } = useFormat()
  return (
    <ul className="decree-flaws" id={id} aria-live="polite" aria-label={t('setting:screen.holiday.flaws')}>
      {flaws.slice(0, mostNamed).map(({ line, reason }) => (
        <li key={line}>{t('errors:field.decreeLine', { line: number(line), why: t(`errors:field.${reason}`) })}</li>
      ))}
      {flaws.length > mostNamed && <li>{t('errors:invalidMore', { more: number(flaws.length - mostNamed) })}</li>}
      {flaws.length === 0 && more && <li>{more}</li>}
    </ul>
  )
}
