import type { Intent } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { to } from '../../machines/paths.ts'
import { choices, count, type Line, lineStates, list, longest } from '../../services/bankStatement.ts'
import type { Subject } from '../detail/subject.ts'
import { instantCell, moneyCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import type { FilterField } from '../list/filter.ts'
import { listScreen } from '../list/listScreen.tsx'
import { loanPath } from '../repay/columns.tsx'
import { Tag } from '../shared/Tag.tsx'
import { LineInfo } from './LineInfo.tsx'
import { LineWords } from './LineWords.tsx'
import { lineSubject } from './subjects.ts'

type LineColumn = Column<Line>

const intents: Partial<Record<Line['state'], Intent>> = {
  unmatched: 'warning',
  proposed: 'primary',
  unmatching: 'primary',
  reconciled: 'success',
}

type Shape = Pick<LineColumn, 'width' | 'extra'>
const text = (name: string, value: (line: Line) => string | null, shape: Shape = {}): LineColumn => ({
  name,
  label: `utils:statement.${name}`,
  cell: (line) => value(line) || '–',
  ...shape,
})
const word = (name: string, keyOf: (line: Line) => string | null): LineColumn => ({
  name,
  label: `utils:statement.${name}`,
  extra: true,
  cell: (line, { t }) => {
    const key = keyOf(line)
    return key ? t(key) : '–'
  },
})
const money = (name: 'amount' | 'before' | 'after'): LineColumn => ({
  name,
  label: `utils:statement.${name}`,
  align: 'right',
  width: 125,
  cell: (line, format) => moneyCell(line[name], format),
})
const extra = { extra: true } as const

/** Why it stands as it does, where there is more to say than its state. */
const whyOf = ({ refusal, exception }: Line) => refusal ?? (exception && `statementLine:reason.${exception}`)

const columns: LineColumn[] = [
  text('txid', ({ txid }) => txid, { width: 130 }),
  {
    name: 'state',
    label: 'utils:statement.state',
    width: 140,
    cell: (line, { t }) => {
      const why = whyOf(line)
      return (
        <Tag intent={intents[line.state] ?? 'none'} {...(why && { title: t(why) })}>
          {t(`statementLine:state.${line.state}`)}
        </Tag>
      )
    },
  },
  {
    name: 'bookedAt',
    label: 'utils:statement.bookedAt',
    sort: 'bookedAt',
    width: 140,
    cell: ({ bookedAt }, format) => instantCell(bookedAt, format),
  },
  {
    name: 'direction',
    label: 'utils:statement.direction',
    width: 75,
    cell: ({ direction }, { t }) => t(`utils:statement.${direction}`),
  },
  { ...money('amount'), sum: moneyCell },
  { name: 'info', label: 'utils:statement.info', width: 230, cell: (line) => <LineInfo line={line} /> },
  text('orderNo', ({ orderNo, recorded }) => orderNo ?? recorded),
  money('before'),
  money('after'),
  word('how', ({ how }) => how && `statementLine:how.${how}`),
  word('exception', ({ exception }) => exception && `statementLine:reason.${exception}`),
  text('owner', ({ ownerName }) => ownerName, extra),
  word('refusal', ({ refusal }) => refusal),
  text('account', ({ account }) => account, extra),
  text('recorded', ({ recorded }) => recorded, extra),
  text('proposer', ({ proposerName }) => proposerName, extra),
  text('checker', ({ checkerName }) => checkerName, extra),
]

const filters: FilterField[] = [
  {
    kind: 'choice',
    name: 'account',
    label: 'utils:statement.account',
    most: longest.account,
    options: async (client) =>
      (await client.call(choices, {})).accounts.map(({ code, bank, name }) => ({
        value: code,
        name: `${bank} ${name}`,
      })),
  },
  {
    kind: 'choice',
    name: 'state',
    label: 'utils:statement.state',
    options: lineStates.map((value) => ({ value, words: `statementLine:state.${value}` })),
  },
  {
    kind: 'choice',
    name: 'direction',
    label: 'utils:statement.direction',
    options: ['credit', 'debit'].map((value) => ({ value, words: `utils:statement.${value}` })),
  },
  { kind: 'text', name: 'txid', label: 'utils:statement.txid', most: longest.txid },
  { kind: 'text', name: 'orderNo', label: 'utils:statement.orderNo', most: longest.orderNo },
  { kind: 'text', name: 'amount', label: 'utils:statement.amount', most: 20 },
  { kind: 'days', name: 'booked', label: 'utils:statement.bookedAt', from: 'bookedFrom', to: 'bookedTo' },
  {
    kind: 'choice',
    name: 'owner',
    label: 'utils:statement.owner',
    most: longest.owner,
    options: async (client) => (await client.call(choices, {})).owners.map(({ id, name }) => ({ value: id, name })),
  },
]

/** A line opens the loan that it is of, and itself alone while it is of none. */
const pathOf = ({ orderNo, direction, txid }: Line) =>
  orderNo && direction === 'credit' ? loanPath(orderNo) : `${to.bankStatement()}?${new URLSearchParams({ txid })}`

/** A line to act on, with what the bank says of it in the form. */
const withWords = (line: Line): Subject => ({ ...lineSubject(line), preview: () => <SaidByBank line={line} /> })

const SaidByBank = ({ line }: { line: Line }) => {
  const { t } = useTranslation()
  return (
    <div>
      {t('utils:statement.info')}: <LineWords line={line} />
    </div>
  )
}

export const StatementLines = listScreen({
  name: 'bankStatement',
  empty: 'utils:statement.empty',
  counted: 'utils:statement.lines',
  list,
  count,
  kind: 'statementLine',
  where: {},
  sorted: '-bookedAt',
  columns,
  filters,
  keyOf: ({ id }: Line) => id,
  row: pathOf,
  subjectOf: withWords,
  actions: [
    'matchProposed',
    'matchConfirmed',
    'matchRefused',
    'exceptionMade',
    'exceptionLifted',
    'unmatchProposed',
    'unmatchConfirmed',
    'unmatchRefused',
  ],
  bulk: ['matchConfirmed', 'matchRefused', 'exceptionMade', 'unmatchProposed', 'unmatchConfirmed', 'unmatchRefused'],
})
