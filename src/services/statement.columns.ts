import type { Decided } from './bulkFacts.ts'
import { day, instant, money, text, word, type ListColumns } from './columns.ts'
import type { Line } from './statement.ts'

export const lineColumns = {
  txid: text('statement:txid', (line) => line.txid),
  state: word('statement:state', (line) => `statementLine:state.${line.state}`),
  bookedAt: instant('statement:bookedAt', (line) => line.bookedAt),
  direction: word('statement:direction', (line) => `statement:${line.direction}`),
  amount: money('statement:amount', (line) => line.amount),
  info: text('statement:info', (line) => line.info),
  orderNo: text('statement:orderNo', (line) => line.orderNo),
  how: word('statement:how', (line) => line.how && `statementLine:how.${line.how}`),
  exception: word('statement:exception', (line) => line.exception && `statementLine:reason.${line.exception}`),
  owner: text('statement:owner', (line) => line.ownerName),
  ledger: text('statement:ledger', (line) => line.ledger),
  refusal: word('statement:refusal', (line) => line.refusal),
  account: text('statement:account', (line) => line.account),
  before: money('statement:before', (line) => line.before),
  after: money('statement:after', (line) => line.after),
  recorded: text('statement:recorded', (line) => line.recorded),
  proposer: text('statement:proposer', (line) => line.proposerName),
  checker: text('statement:checker', (line) => line.checkerName),
} satisfies ListColumns<Line>

const { txid, orderNo, info, account } = lineColumns
/**
 * The columns that describe many lines before one command for all of them. Credits and debits are summed apart, because a
 * sum of both would mean nothing.
 */
export const decidedLines: Decided<Line> = {
  amounts: {
    credits: money('statement:credits', (line) => (line.direction === 'credit' ? line.amount : null)),
    debits: money('statement:debits', (line) => (line.direction === 'debit' ? line.amount : null)),
  },
  shared: { account, day: day('statement:day', (line) => line.day) },
  each: { txid, orderNo, info },
}
