import { describe, expect, test } from 'vitest'
import { dayStart } from '../../../src/machines/calendar.ts'
import { offers } from '../../../src/machines/kernel.ts'
import type { Line } from '../../../src/services/statement.ts'
import type { Format } from '../../../src/views/shared/format.ts'
import { lineSubject } from '../../../src/views/statement/subjects.ts'

const reconciled: Line = {
  id: 'BCA-IN-7',
  version: 3,
  state: 'reconciled',
  account: 'BCA-IN',
  txid: 'A1',
  day: '2026-11-19',
  dayOpen: true,
  bookedAt: 0,
  direction: 'credit',
  amount: 500,
  before: 1000,
  after: 1500,
  info: 'S*** T***',
  orderNo: 'LK260310000001',
  recorded: null,
  how: 'orderNo',
  proposer: null,
  proposerName: null,
  checkerName: null,
  exception: null,
  ownerName: null,
  refusal: null,
  note: '',
  ledger: null,
}
const exception: Line = { ...reconciled, state: 'exception', exception: 'bankFee' }

const offered = (line: Line) => {
  const { process, state, limits } = lineSubject(line)
  const all = offers(process.machine, state, { id: 'staff/9', may: () => true }, 0, limits)
  return Object.fromEntries(all.map(({ event, reason }) => [event, reason]))
}

describe('a settled line', () => {
  test('can be taken back while its day is open', () => {
    expect(offered(reconciled)).toEqual({ unmatchProposed: undefined })
    expect(offered(exception)).toEqual({ exceptionLifted: undefined })
  })

  test('says on its row why it cannot once its day is closed', () => {
    expect(offered({ ...reconciled, dayOpen: false })).toEqual({ unmatchProposed: 'dayOpen' })
    expect(offered({ ...exception, dayOpen: false })).toEqual({ exceptionLifted: 'dayOpen' })
  })
})

test('a form about a line says its amount, day, account and the bank’s text', () => {
  const { about } = lineSubject(exception)
  const format = { t: (key: string) => key, sen: String, day: String } as unknown as Format
  expect(about!('matchProposed', format)).toMatchObject({
    'statement:amount': 'statement:credit 500',
    'statement:day': String(dayStart('2026-11-19')),
    'statement:account': 'BCA-IN',
    'statement:info': 'S*** T***',
  })
})
