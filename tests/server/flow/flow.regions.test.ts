import { describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import * as flow from '../../../src/services/flow.ts'
import * as loan from '../../../src/services/loan.ts'
import { start } from '../../kit/app.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoan } from '../../kit/loans.ts'
import { withApp } from '../../kit/withApp.ts'

const today = businessDay(start)

describe.each(oneEngine())('loans, which are in several states at once, on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })

  test('are counted in each region, and only in the one that an event moved', async () => {
    await openLoan(app, { from: today })
    const orderNo = await openLoan(app, { from: addDays(today, -21) })
    await app.settle()
    const finance = await app.login('finance')
    const version = await app.server.store.version(`loan/${orderNo}`)
    const paid = await finance.data(loan.record, { orderNo, version, txid: 'va-1', day: today, amount: 5000 })
    await finance.data(loan.proposeReversal, { orderNo, version: paid.version, txid: 'va-1', reason: 'Typed twice' })
    await catchUp(app.db)

    const analyst = await app.login('analyst')
    const { states, transitions } = await analyst.data(flow.summary, { chart: 'loan' })
    expect(Object.fromEntries(states.filter(({ now }) => now !== 0).map(({ state, now }) => [state, now]))).toEqual({
      'open.settlement.current': 1,
      'open.settlement.overdue.early': 1,
      'open.reduction.none': 2,
      'open.rollover.none': 2,
      'open.proposal.none': 1,
      'open.proposal.reversal': 1,
    })
    const taken = transitions.filter(({ count }) => count !== 0)
    expect(Object.fromEntries(taken.map(({ from, event, to, count }) => [`${from} ${event} ${to}`, count]))).toEqual({
      'new loanOpened open.settlement.current': 2,
      'open.settlement.current fellDue open.settlement.due': 1,
      'open.settlement.due fellOverdue open.settlement.overdue.early': 1,
      'open.settlement.overdue.early repaid open.settlement.overdue.early': 1,
      'open.proposal.none reversalProposed open.proposal.reversal': 1,
    })
    // No figure names a state that the chart does not have.
    expect(
      [...states, ...transitions.map(({ to }) => ({ state: to }))].filter(({ state }) => state.includes('|')),
    ).toEqual([])
  })
})
