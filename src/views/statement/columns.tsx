import type { Intent } from '@blueprintjs/core'
import { lineColumns } from '../../services/statement.columns.ts'
import type { Line } from '../../services/statement.ts'
import { moneyCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { columnsOf } from '../list/columnsOf.tsx'
import { Tag } from '../shared/Tag.tsx'
import { LineInfo } from './LineInfo.tsx'

const intents: Partial<Record<Line['state'], Intent>> = {
  unmatched: 'warning',
  proposed: 'primary',
  unmatching: 'primary',
  reconciled: 'success',
}

/** The reason behind the state, where there is one. */
const whyOf = ({ refusal, exception }: Line) => refusal ?? (exception && `statementLine:reason.${exception}`)

const extra = { extra: true } as const

const columns = columnsOf<Line, keyof typeof lineColumns>(lineColumns, {
  txid: { width: 130 },
  state: {
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
  bookedAt: { sort: 'bookedAt', width: 140 },
  direction: { width: 75 },
  amount: { width: 125, cell: (line, { sen }) => sen(line.amount), sum: moneyCell },
  info: { width: 230, cell: (line) => <LineInfo line={line} /> },
  orderNo: { cell: ({ orderNo, recorded }) => orderNo ?? recorded ?? '–' },
  before: { width: 125, cell: (line, { sen }) => sen(line.before) },
  after: { width: 125, cell: (line, { sen }) => sen(line.after) },
  how: extra,
  exception: extra,
  owner: extra,
  ledger: extra,
  refusal: extra,
  account: extra,
  recorded: extra,
  proposer: extra,
  checker: extra,
})

/** The columns of bank lines, in the order of the screen: the bank's data, and the state of each line. */
export const shownColumns: Column<Line>[] = (
  [
    'txid',
    'state',
    'bookedAt',
    'direction',
    'amount',
    'info',
    'orderNo',
    'before',
    'after',
    'how',
    'exception',
    'owner',
    'ledger',
    'refusal',
    'account',
    'recorded',
    'proposer',
    'checker',
  ] as const
).map((name) => columns[name])
