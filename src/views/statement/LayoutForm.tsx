import { Button, Callout, HTMLSelect, HTMLTable, InputGroup, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '../../services/endpoint.ts'
import { type BankLayoutInput, layoutRoles, problemOf } from '../../services/statement.layout.ts'
import { proposeLayout, table, tryLayout, type Tried } from '../../services/statement.ts'
import { Form } from '../detail/form/Form.tsx'
import { SendButton } from '../detail/form/SendButton.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { Refusal } from '../jobs/Refusal.tsx'
import { useRequest } from '../jobs/useRequest.ts'
import { Failed } from '../shared/Failed.tsx'
import { showSuccess } from '../shared/toast.ts'
import { Flaws, Rows } from './StatementPreview.tsx'

type Sheet = DataOf<typeof table>['rows']
type Choices = Omit<BankLayoutInput, 'head' | 'roles'>

const atFirst: Choices = {
  dates: 'dmy',
  sen: 'either',
  unsigned: 'refused',
  creditMark: '',
  debitMark: '',
  id: 'unique',
}
const choices = {
  dates: ['dmy', 'mdy'],
  sen: ['either', '.', ','],
  id: ['unique', 'journal'],
  unsigned: ['refused', 'credit'],
} as const
const marks: Record<string, string> = { '': 'none', '.': 'dot', ',': 'comma' }

/** A file of an unknown layout: its uploader says what each column is, sees its lines so, and proposes it. */
export const LayoutForm = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation()
  const { record, error, retry, reload } = useRecord(table, { id }, { kind: 'bankStatement', id })
  if (!record) return error === undefined ? <Spinner size={20} /> : <Failed error={error} onRetry={retry} />
  const { rows, proposer } = record
  return (
    <section className="statement-layout" aria-label={`${t('statement:layout.title')}: ${name}`}>
      <p>{t('statement:layout.explain')}</p>
      {proposer && (
        <Callout compact intent="primary">
          {t('statement:layout.waits', { name: proposer })}
        </Callout>
      )}
      {rows.length > 0 && <Columns id={id} name={name} rows={rows} onProposed={reload} />}
    </section>
  )
}

/** The head is the first row of several names without a digit. */
const headOf = (rows: Sheet) =>
  Math.max(
    rows.findIndex(({ cells }) => cells.filter(Boolean).length > 2 && cells.every((cell) => !/\d/.test(cell))),
    0,
  )

type ColumnsProps = { id: string; name: string; rows: Sheet; onProposed: () => void }

const Columns = ({ id, name, rows, onProposed }: ColumnsProps) => {
  const { t } = useTranslation()
  const [head, setHead] = useState(() => headOf(rows))
  const [roles, setRoles] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState(atFirst)
  const [tried, setTried] = useState<{ layout: string; result: Tried }>()
  const reading = useRequest(tryLayout)
  const proposing = useRequest(proposeLayout)

  const names = rows[head]!.cells.slice(0, rows[head]!.cells.findLastIndex(Boolean) + 1)
  const layout = { ...chosen, head: names, roles: names.map((_, column) => roles[column] ?? '') } as BankLayoutInput
  const written = JSON.stringify(layout)
  const problem = problemOf(layout.roles)
  const asks = asksOf(layout.roles)
  const result = tried?.layout === written ? tried.result : undefined
  const isRead = result !== undefined && result.words === null && result.flaws.length === 0

  const read = async () => {
    const answer = await reading.send({ id, layout })
    if (answer) setTried({ layout: written, result: answer })
  }
  const propose = async () => {
    if (!(await proposing.send({ id, layout }))) return
    showSuccess(t('statement:layout.proposed'))
    onProposed()
  }
  return (
    <Form onSubmit={() => void read()}>
      <div className="statement-layout-choices">
        <label>
          {t('statement:layout.head')}
          <HTMLSelect
            value={head}
            options={rows.map(({ row }, index) => ({ value: index, label: String(row) }))}
            onChange={({ target }) => setHead(Number(target.value))}
          />
        </label>
        {asks.map((ask) =>
          ask === 'creditMark' || ask === 'debitMark' ? (
            <label key={ask}>
              {t(`setting:ask.${ask}`)}
              <InputGroup
                value={chosen[ask]}
                maxLength={20}
                onChange={({ target }) => setChosen({ ...chosen, [ask]: target.value })}
              />
            </label>
          ) : (
            <label key={ask}>
              {t(`setting:ask.${ask}`)}
              <HTMLSelect
                value={chosen[ask]}
                options={choices[ask].map((value) => ({ value, label: t(`setting:layout.${marks[value] ?? value}`) }))}
                onChange={({ target }) => setChosen({ ...chosen, [ask]: target.value })}
              />
            </label>
          ),
        )}
      </div>
      <div className="statement-preview">
        <HTMLTable compact aria-label={t('statement:layout.title')}>
          <thead>
            <tr>
              <th scope="col">{t('statement:row')}</th>
              {names.map((title, column) => (
                // oxlint-disable-next-line react/no-array-index-key
                <th key={column} scope="col">
                  <HTMLSelect
                    aria-label={t('statement:layout.column', { name: title || String(column + 1) })}
                    value={roles[column] ?? ''}
                    options={['', ...layoutRoles].map((value) => ({
                      value,
                      label: t(`setting:layout.${value || 'none'}`),
                    }))}
                    onChange={({ target }) =>
                      setRoles(names.map((_, at) => (at === column ? target.value : (roles[at] ?? ''))))
                    }
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, head + 6).map(({ row, cells }, index) => (
              <tr key={row} aria-current={index === head || undefined}>
                <th scope="row">{row}</th>
                {names.map((_, column) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column}>{cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
      <div className="jobs-deeds">
        <SendButton
          type="submit"
          text={t('statement:layout.try')}
          loading={reading.pending}
          reason={problem && t(`errors:field.${problem}`)}
        />
        <SendButton
          intent="primary"
          text={t('statement:layout.propose')}
          loading={proposing.pending}
          reason={isRead ? undefined : t('statement:layout.first')}
          onClick={() => void propose()}
        />
        {roles.some(Boolean) && <Button text={t('statement:layout.clear')} onClick={() => setRoles([])} />}
      </div>
      <Refusal error={reading.error ?? proposing.error} words="bankStatement" />
      {result && <Result result={result} name={name} />}
    </Form>
  )
}

/** The questions besides the columns; the direction of amounts only where one column has them. */
const asksOf = (roles: readonly string[]) => {
  const isByMark = roles.includes('type')
  const isBySign = roles.includes('amount') && !isByMark
  return [
    'dates',
    'sen',
    ...(roles.includes('txid') ? (['id'] as const) : []),
    ...(isBySign ? (['unsigned'] as const) : []),
    ...(isByMark ? (['creditMark', 'debitMark'] as const) : []),
  ] as const
}

const Result = ({ result: { lines, rows, flaws, words }, name }: { result: Tried; name: string }) => {
  const { t } = useTranslation()
  const label = `${t('statement:show')}: ${name}`
  if (words !== null)
    return (
      <Callout compact intent="danger" role="alert">
        {words}
      </Callout>
    )
  return (
    <>
      <output className="statement-layout-lines">
        {flaws.length > 0
          ? t('statement:flaws', { count: flaws.length })
          : t('statement:lines', { count: lines, shown: String(lines) })}
      </output>
      <div className="statement-preview">
        {flaws.length > 0 ? <Flaws flaws={flaws} label={label} /> : <Rows rows={rows} label={label} />}
      </div>
    </>
  )
}
