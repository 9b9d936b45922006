import type { Intent } from '@blueprintjs/core'
import type { Line } from '../../services/statement.ts'
import { instantCell, moneyCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { Tag } from '../shared/Tag.tsx'
import { LineInfo } from './LineInfo.tsx'

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
  label: `statement:${name}`,
  cell: (line) => value(line) || '–',
  ...shape,
})
const word = (name: string, keyOf: (line: Line) => string | null): LineColumn => ({
  name,
  label: `statement:${name}`,
  extra: true,
  cell: (line, { t }) => {
    const key = keyOf(line)
    return key ? t(key) : '–'
  },
})
const money = (name: 'amount' | 'before' | 'after'): LineColumn => ({
  name,
  label: `statement:${name}`,
  align: 'right',
  width: 125,
  cell: (line, { sen }) => sen(line[name]),
})
const extra = { extra: true } as const

/** The reason behind the state, where there is one. */
const whyOf = ({ refusal, exception }: Line) => refusal ?? (exception && `statementLine:reason.${exception}`)

/** The columns of bank lines: the bank's data, and the state of each line. */
export const lineColumns: LineColumn[] = [
  text('txid', ({ txid }) => txid, { width: 130 }),
  {
    name: 'state',
    label: 'statement:state',
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
    label: 'statement:bookedAt',
    sort: 'bookedAt',
    width: 140,
    cell: ({ bookedAt }, format) => instantCell(bookedAt, format),
  },
  {
    name: 'direction',
    label: 'statement:direction',
    width: 75,
    cell: ({ direction }, { t }) => t(`statement:${direction}`),
  },
  { ...money('amount'), sum: moneyCell },
  { name: 'info', label: 'statement:info', width: 230, cell: (line) => <LineInfo line={line} /> },
  text('orderNo', ({ orderNo, recorded }) => orderNo ?? recorded),
  money('before'),
  money('after'),
  word('how', ({ how }) => how && `statementLine:how.${how}`),
  word('exception', ({ exception }) => exception && `statementLine:reason.${exception}`),
  text('owner', ({ ownerName }) => ownerName, extra),
  text('ledger', ({ ledger }) => ledger, extra),
  word('refusal', ({ refusal }) => refusal),
  text('account', ({ account }) => account, extra),
  text('recorded', ({ recorded }) => recorded, extra),
  text('proposer', ({ proposerName }) => proposerName, extra),
  text('checker', ({ checkerName }) => checkerName, extra),
]
