import { expect, test } from 'vitest'
import { stepsOf } from '../../../src/machines/chart.ts'
import { lifecycles } from '../../../src/machines/lifecycles.ts'
import { firstRules } from '../../../src/machines/rules.first.ts'
import { secondPersonStepsOf } from '../../../src/machines/secondPerson.ts'
import { accountSubject } from '../../../src/views/access/accountSubject.ts'
import { subjectOf as orderSubject } from '../../../src/views/approval/subject.ts'
import { subjectOf as collectionGroupSubject } from '../../../src/views/collectionGroup/subject.ts'
import { subjectOf as collectorSubject } from '../../../src/views/collector/subject.ts'
import { subjectOf as contactSubject } from '../../../src/views/contact/subject.ts'
import { editSubject } from '../../../src/views/customerEdit/Edits.tsx'
import type { Subject } from '../../../src/views/detail/command/subject.ts'
import { subjectOf as leadSubject } from '../../../src/views/lead/subject.ts'
import { aboutLoan } from '../../../src/views/loan/useLoanSubject.tsx'
import { subjectOf as payoutSubject } from '../../../src/views/payout/subject.ts'
import { subjectOf as placementSubject } from '../../../src/views/placement/subject.ts'
import { subjectOf as qualitySubject } from '../../../src/views/quality/subject.ts'
import { reminderSubject } from '../../../src/views/reminder/subject.ts'
import { subjectOf as reportPlanSubject } from '../../../src/views/reportPlan/subject.ts'
import { groupSubject } from '../../../src/views/reviewers/subjects.ts'
import { subjectOf as ruleSetSubject } from '../../../src/views/risk/subject.ts'
import { keySubject, settingSubject } from '../../../src/views/setting/settingSubject.ts'
import type { Format } from '../../../src/views/shared/format.ts'
import { batchSubject } from '../../../src/views/smsBatch/subject.ts'
import { templateSubject } from '../../../src/views/smsTemplate/subject.ts'
import { daySubject, fileSubject, lineSubject } from '../../../src/views/statement/subjects.ts'
import { withdrawalSubject } from '../../../src/views/withdrawal/subject.ts'

// Each value is shown as it is, so that a fact of the record is found again in the form.
const format = Object.assign(
  Object.fromEntries(
    ['money', 'sen', 'number', 'day', 'instant', 'rate'].map((name) => [name, (value: unknown) => String(value)]),
  ),
  { t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '), language: 'en' },
) as unknown as Format

const staff = { id: 'staff/9', name: 'Rina' }
const [amount, customer, account] = [1_410_000, 'S*** A***', '*******811']
const row = { id: '7', version: 3, customer, name: customer, phone: '+628******7890', orderNo: 'LK1', amount, account }
const shift = { stages: ['first'], apps: [], members: ['staff/9'], shifts: [], capacity: 5, appGrouping: false }
const reversed = { kind: 'repaid', txid: 'T1', day: '2026-03-10', amount, reversed: false, method: 'transfer' }
const loan = {
  state: {
    context: {
      proposal: { txid: 'T1' },
      reduction: { amount: 5000, until: '2026-03-20' },
      entries: [{ ...reversed, payChannel: 'BCA' }],
    },
  },
  ledger: { lines: [], rolloverCharges: 0, paid: 0, credit: 0 },
}
const rules = { content: firstRules, tests: [{ kind: 'backtest', subject: 'B', judged: 90, changed: 4 }] }

/** What the form of a chart's command tells, of a record of that chart. */
const told: Partial<Record<string, (event: string) => object | undefined>> = {
  loan: (event) => aboutLoan({ customer }, loan as never, event, format),
}
const subjects: Partial<Record<string, Subject>> = {
  approval: orderSubject({ ...row, state: 'finalReview.wait' } as never),
  customerEdit: editSubject({ id: '7', changes: [{ field: 'bankAccount', before: '***1', after: '***2' }] } as never, {
    orderNo: 'LK1',
    customer,
    name: 'Change account',
  }),
  account: accountSubject({ ...row, email: 'rina@demo.example', roles: [staff], sessions: 2 } as never),
  ruleSet: ruleSetSubject({ ...rules, name: '4', row: { number: 4, title: 'Stricter' }, state: null } as never, {
    nameOf: (name) => `Version ${name}`,
    inForce: { ...rules, name: '3' } as never,
  }),
  reviewGroup: groupSubject({ id: 1, version: 1, state: 'open', onShift: true, name: 'A', ...shift } as never),
  payout: payoutSubject({ ...row, state: 'checking', changedBy: [], bank: 'BCA', channel: 'samudra' } as never),
  bankStatement: fileSubject(
    {
      ...row,
      account: 'BCA-IN',
      totals: { lines: 12, credits: 5, debits: 4, from: '2026-03-10', to: '2026-03-10', end: 1 },
    } as never,
    'march.csv',
  ),
  statementLine: lineSubject({ ...row, account: 'BCA-IN', day: '2026-03-10', direction: 'credit' } as never),
  statementDay: daySubject({ account: 'BCA-IN', day: '2026-03-10', lines: 1, credits: 1, debits: 0, end: 1 } as never),
  withdrawal: withdrawalSubject({
    ...row,
    bank: 'BCA',
    card: '***9',
    holder: 'P*** L***',
    channel: 'samudra',
  } as never),
  setting: settingSubject({
    kind: 'smsPrice',
    code: 'all',
    proposed: { proposer: staff, editor: staff, values: { from: '2026-03-10', segment: 500 } },
  } as never),
  apiKey: keySubject({ name: 'DK', version: 1, state: 'active', maker: staff, madeAt: 0 } as never),
  smsTemplate: templateSubject({
    ...row,
    body: 'Hello',
    category: 'collection',
    language: 'id',
    editor: staff,
  } as never),
  contact: contactSubject({ ...row, state: 'liftingMarketing', barred: { reason: 'asked' }, asked: [] } as never),
  smsBatch: batchSubject({ ...row, sender: 'LOKET', title: 'x', author: staff, startAt: 0 } as never),
  reminder: reminderSubject({ ...row, days: 3, side: 'before', time: '09:00', editor: staff } as never),
  reportPlan: reportPlanSubject({ ...row, report: 'flow', roleName: 'admin', days: 3 } as never),
  collectionGroup: collectionGroupSubject({
    ...row,
    kind: 'post',
    company: 'PT X',
    members: 3,
    held: 9,
    targets: [],
  } as never),
  collector: collectorSubject('post')({ ...row, groupName: 'M2', company: '', held: 9, certificate: null } as never),
  lead: leadSubject(row as never),
  placement: placementSubject({ ...row, company: 'PT X', until: '2026-03-10', balance: amount } as never),
  quality: qualitySubject({ row: { ...row, state: 'first', sellerName: 'Rina' }, items: [], history: [] } as never),
}

const aboutOf = (chart: string, event: string) => told[chart]?.(event) ?? subjects[chart]?.about?.(event, format) ?? {}
const saysSomething = (facts: object) => Object.values(facts).some((value) => value !== undefined && value !== '')

/** Every command of people that is dangerous or that needs a second person, by chart. */
const decisions = lifecycles.flatMap(({ name, machine }) => {
  const dangerous = stepsOf(machine).filter(({ meta }) => meta.interface && meta.tone === 'danger')
  const events = [...dangerous, ...secondPersonStepsOf(machine)].map(({ event }) => event)
  return [...new Set(events)].map((event) => ({ chart: name, event }))
})

test('the form of every command with danger or of a second person says what it decides on', () => {
  expect(decisions.length).toBeGreaterThan(60)
  const silent = decisions.filter(({ chart, event }) => !saysSomething(aboutOf(chart, event)))
  expect(silent.map(({ chart, event }) => `${chart} ${event}`)).toEqual([])
})

test.each([
  ['payout', 'payoutApproved', ['1410000', customer, 'BCA *******811', 'Samudra']],
  ['withdrawal', 'withdrawalApproved', ['1410000', '*******811', 'BCA ***9', 'P*** L***', 'Samudra']],
  ['customerEdit', 'editConfirmed', ['LK1', customer, '***1 → ***2']],
  ['placement', 'placementConfirmed', [customer, '1410000', 'PT X']],
  ['loan', 'repaymentReversed', [customer, 'T1', '1410000', 'loan:method.transfer', 'BCA']],
  [
    'ruleSet',
    'published',
    ['Stricter', 'risk:differing 0 Version 3', 'risk:test.backtest backtest B 90 4: risk:test.changed 4'],
  ],
  ['contact', 'liftConfirmed', [customer, '+628******7890', 'asked']],
  ['bankStatement', 'appendingBegun', ['march.csv', 'BCA-IN', '12', '5', '4']],
])('that of %s %s names person, amount, account and channel as far as it has them', (chart, event, facts) => {
  expect(Object.values(aboutOf(chart, event))).toEqual(expect.arrayContaining(facts))
})
