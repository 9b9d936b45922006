import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { EditField, EditKind } from '../../machines/customerEdit.fields.ts'
import type { PaymentMethod } from '../../machines/paymentMethods.ts'
import type { Setting, SettingKind } from '../../machines/setting.facts.ts'
import type { Shift } from '../../machines/shifts.ts'
import type { ExceptionReason } from '../../machines/statementLine.ts'
import type { Layout } from '../../services/savedViews.ts'

/**
 * Every table as both drivers return it: counts, positions and instants (epoch milliseconds) are numbers. A projection adds its
 * table to them, with the type of its row.
 */
export interface Tables {
  es_head: { only_row: Generated<boolean>; pos: number; hash: string; breaking: Generated<string | null> }
  es_command: { actor: string; key: string; request: string; answer: string; at: number }
  es_stream: { stream: string; kind: string; version: number; state: string; chart: string; snapshot: string }
  es_event: EventRow
  es_effect: {
    stream: string
    name: string
    event: string
    version: number
    at: number
    attempts: number
    error: string | null
  }
  es_deadline: { stream: string; name: string; at: number; version: number }
  es_checkpoint: { name: string; pos: number }
  audit_head: { only_row: Generated<boolean>; pos: number; hash: string }
  audit: AuditRow
  person_key: { person: string; key: Buffer }
  person: { person: string; version: number; data: Buffer; brief: Buffer | null }
  person_lookup: { kind: string; digest: string; person: string }
  prospect: { person: string; data: Buffer }
  document: { id: string; person: string | null; kind: string; mime: string; data: Uint8Array; at: number }
  secret: { name: string; value: Uint8Array }
  note: { id: string; subject: string; author: string; at: number }
  role: { id: number; version: number; name: string; note: string; menus: Names; interfaces: Names }
  account: AccountRow
  account_link: { account: number; token: string; until: number }
  profile: {
    id: Generated<number>
    name: string
    email: string
    avatar: string
    introduction: string
    language: string
    setting: JSONColumnType<Record<string, unknown>>
    password: string
  }
  session: {
    token: string
    sid: string
    account: number
    started_at: number
    seen_at: number
    ended_at: ColumnType<number | null, number | null | undefined>
  }
  known_device: { account: number; device: string; seen_at: number }
  throttle: { key: string; points: number; expire: number | null }
  api_key: { name: string; hash: string }
  api_key_standing: ApiKeyRow
  setting: SettingRow
  unrecorded: { stream: string }
  lending_app: { code: string; name: string }
  product: {
    code: string
    name: string
    min_amount: number
    max_amount: number
    terms: JSONColumnType<number[]>
    service_fee_bps: number
    handling_fee: number
  }
  approval: ApprovalRow
  product_rate: {
    product: string
    from_day: string
    every: number
    interest: number
    early_fee: number
    late_fee: number
    late_from: number
    fee_days: number
    cap: number
  }
  loan: LoanRow
  instalment: InstalmentRow
  repayment: RepaymentRow
  export: ExportRow
  export_run: { id: string; secret: string; done: Generated<number> }
  export_seen: { export: string; n: number; streams: string[] }
  export_chunk: { export: string; file: string; n: number; data: Uint8Array }
  customer_edit: CustomerEditRow
  order_sheet: OrderSheetRow
  order_sheet_upload: { id: string; name: string; sheets: number }
  order_sheet_run: { id: string }
  order_sheet_row: { sheet: string; n: number; text: string; result: string | null }
  bulk: BulkRow
  bank_account: { code: string; bank: string; name: string; number: string }
  bank_statement: BankStatementRow
  bank_statement_file: {
    id: string
    name: string
    key: Uint8Array
    content: Uint8Array | null
    findings: Uint8Array | null
  }
  bank_statement_run: { id: string; done: Generated<number>; looked: Generated<number> }
  bank_statement_row: BankStatementLine & { info: Uint8Array }
  bank_statement_pending: BankStatementPending
  statement_line: StatementLineRow
  statement_day: StatementDayRow
  payout: PayoutRow
  payout_arrival: PayoutArrivalRow
  provider_word: ProviderWordRow
  withdrawal: WithdrawalRow
  withdrawal_card: { txid: string; key: Uint8Array; data: Uint8Array }
  rule_set: RuleSetRow
  review_input: ReviewInputRow
  backtest: BacktestRow
  backtest_run: {
    id: string
    content: string
    tally: string
    done: Generated<number>
    pages: Generated<number>
    next: string | null
  }
  backtest_cell: { backtest: string; cell: string; n: number; count: number; orders: string }
  bulk_run: { id: string; secret: string; next: string | null }
  bulk_row: { bulk: string; n: number; key: string; version: number | null; result: string | null }
  list_view: {
    id: string
    owner: number
    list: string
    name: string
    query: string
    layout: JSONColumnType<Layout>
    role: number | null
  }
  list_layout: { owner: number; list: string; layout: JSONColumnType<Layout> }
  concealed: { id: string; value: Uint8Array; at: number }
  review_group: ReviewGroupRow
  reviewer: ReviewerRow
  review_turn: { reviewer: string; turn: number; pos: number }
  lease: { name: string; holder: string; until: number }
  review_tally: { day: number; reviewer: string; event: string; at_work: boolean; count: number }
  flow: {
    kind: string
    from_state: string
    event: string
    to_state: string
    again: boolean
    bucket: number
    count: number
  }
}

type Names = JSONColumnType<string[]>

export type AccountRow = {
  id: number
  version: number
  state: string
  roles: JSONColumnType<number[]>
  link_until: number | null
}

export type EventRow = {
  pos: number
  stream: string
  version: number
  id: string
  type: string
  schema: number
  state: string
  actor: string
  command: string
  at: number
  data: string
  prev: string
  hash: string
  /** The newest migration that its server knew; null for events older than this column. */
  writer: string | null
}

export type AuditRow = {
  pos: number
  at: number
  actor: string
  type: string
  subject: string
  data: string
  prev: string
  hash: string
}

export type ApprovalRow = {
  order_no: string
  version: number
  state: string
  stage: string
  since: number
  round: number
  refer: boolean
  holder: string | null
  claim_due: number | null
  first_reviewer: string | null
  final_reviewer: string | null
  person: string
  person_version: number
  app: string
  channel: string
  product: string
  customer_type: 'new' | 'old' | 'globalOld'
  app_customer_type: 'new' | 'old' | null
  white_type: string | null
  loan_count: number
  failed_order_count: number
  amount: number
  term: number
  service_fee: number
  handling_fee: number
  proposed_amount: number | null
  proposed_term: number | null
  rule_set: string | null
  score: number | null
  rating: string | null
  reason: string | null
  account_verified: boolean
  machine_result: string | null
  first_result: 'pass' | 'reject' | null
  final_result: 'pass' | 'reject' | null
  applied_at: number
  machine_at: number | null
  first_at: number | null
  final_at: number | null
}

/** The loan that a row belongs to. */
type OfLoan = { order_no: string; person: string; app: string; channel: string; product: string }

/** Days are 'YYYY-MM-DD', amounts rupiah as of `as_of`. */
export type LoanRow = OfLoan & {
  version: number
  state: string
  reduction: string
  rollover: string
  proposal: string
  virtual_account: string | null
  principal: number
  paid_out_on: string
  instalments: number
  oldest_due: string | null
  last_due: string
  last_paid_on: string | null
  paid: number
  credit: number
  reduced: number
  remaining: number
  rollovers: number
  as_of: string
}

export type InstalmentRow = OfLoan & {
  term: number
  terms: number
  due: string
  original_due: string
  standing: 'open' | 'settled' | 'writtenOff' | 'voided'
  interest: number
  principal: number
  interest_left: number
  principal_left: number
  paid: number
  reduced: number
  fee_met: number
  fee_whole: number
  fee_rest: number
  fee_most: number
  fee_age: number
  early_fee: number
  late_fee: number
  late_from: number
  fee_days: number
}

export type RepaymentRow = OfLoan & {
  n: number
  txid: string
  kind: 'repaid' | 'rolledOver' | 'refunded'
  day: string
  amount: number
  interest: number
  principal: number
  fee: number
  charge: number
  credit: number
  reversed: boolean
  method: PaymentMethod | null
  pay_channel: string | null
}

export type PayoutRow = {
  order_no: string
  version: number
  state: string
  stage: string
  since: number
  person: string
  account_version: number
  app: string
  product: string
  amount: number
  channel: string
  opened_at: number
  proposal: string | null
  proposer: string | null
  proposed_version: number | null
  evidence: string | null
  prover: string | null
  proof_day: string | null
  changed_by: Names
  refusal: string | null
  attempts: number
  txid: string | null
  status: string | null
  code: string | null
  sent_at: number | null
  ended_at: number | null
  maker: string | null
  checker: string | null
  contradicted: string | null
  paid_day: string | null
}

export type PayoutArrivalRow = {
  order_no: string
  txid: string
  day: string
  arrived_at: number
  amount: number
  channel: string
  person: string
  account_version: number
  app: string
  product: string
  maker: string
  checker: string
  returned_at: number | null
  code: string | null
}

export type ProviderWordRow = {
  id: string
  provider: string
  txid: string
  source: string
  word: string
  code: string
  message: string
  outcome: string
  alarming: boolean
  order_no: string | null
  count: number
  first_at: number
  last_at: number
  seen_by: string | null
  seen_at: number | null
}

export type RuleSetRow = {
  number: number
  version: number
  state: string
  title: string
  base: string
  place: number | null
  rules: number
  author: string
  created_at: number
  editor: string
  edited_at: number
  proposer: string | null
  publisher: string | null
  published_at: number | null
}

export type ReviewInputRow = {
  order_no: string
  round: number
  person: string
  rule_set: string
  at: number
  data: Uint8Array
}

export type BacktestRow = {
  id: string
  version: number
  state: string
  asker: string
  rule_set: string
  edition: number
  against: string | null
  applied_from: number
  applied_to: number
  applications: number
  judged: number | null
  changed: number | null
  reason: string | null
  requested_at: number
  ended_at: number | null
}

export type ExportRow = {
  id: string
  version: number
  state: string
  asker: string
  list: string
  title: string
  filter: JSONColumnType<Record<string, unknown>>
  narrowed: boolean
  columns: JSONColumnType<string[]>
  format: 'xlsx' | 'csv'
  rows: number
  name: string | null
  file: string | null
  bytes: number | null
  reason: string | null
  requested_at: number
  ended_at: number | null
  file_due: number | null
  plan: string | null
}

export type ReviewGroupRow = {
  id: number
  version: number
  state: string
  name: string
  apps: Names
  app_grouping: boolean
  stages: JSONColumnType<('first' | 'final')[]>
  capacity: number
  shifts: JSONColumnType<Shift[]>
  members: Names
}

export type ReviewerRow = { id: number; version: number; state: string; since: number | null; weight: number }

export type CustomerEditRow = {
  id: string
  version: number
  state: string
  order_no: string
  kind: EditKind
  person: string
  version_before: number
  version_after: number
  fields: JSONColumnType<EditField[]>
  proposer: string
  checker: string | null
  reason: string | null
  note: string
  proposed_at: number
  ended_at: number | null
}

export type OrderSheetRow = {
  id: string
  version: number
  state: string
  asker: string
  format: 'xlsx' | 'csv'
  rows: number
  known: number | null
  unknown: number | null
  duplicate: number | null
  invalid: number | null
  name: string | null
  file: string | null
  bytes: number | null
  reason: string | null
  requested_at: number
  ended_at: number | null
  file_due: number | null
}

export type BulkRow = {
  id: string
  version: number
  state: string
  asker: string
  list: string
  title: string
  command: string
  said: JSONColumnType<Record<string, unknown>>
  rows: number
  requested_at: number
  ended_at: number | null
}

/** Days are 'YYYY-MM-DD', amounts and balances rupiah. */
export type BankStatementRow = {
  id: string
  version: number
  state: string
  account: string
  uploader: string
  format: 'csv' | 'xlsx' | 'mt940' | null
  lines: number | null
  from_day: string | null
  to_day: string | null
  start_balance: number | null
  end_balance: number | null
  credits: number | null
  debits: number | null
  start_sen: number | null
  end_sen: number | null
  credits_sen: number | null
  debits_sen: number | null
  pending: number | null
  follows: string | null
  reason: string | null
  errors: number
  note: string | null
  uploaded_at: number
  ended_at: number | null
}

/** A bank movement as in its file. */
type BankStatementLine = {
  statement: string
  place: number
  txid: string
  day: string
  booked_at: number
  direction: 'credit' | 'debit'
  amount: number
  before: number
  after: number
  amount_sen: number | null
  before_sen: number | null
  after_sen: number | null
}

/** A movement that was left out of a file, what became of it, and the line that brought it. */
type BankStatementPending = {
  statement: string
  place: number
  day: string
  direction: 'credit' | 'debit'
  amount: number
  amount_sen: number | null
  info: Uint8Array
  state: 'waiting' | 'carried' | 'came' | 'missed' | 'settled'
  line: string | null
}

export type StatementLineRow = BankStatementLine & {
  id: string
  version: number
  state: 'unmatched' | 'proposed' | 'matched' | 'reconciled' | 'unmatching' | 'reversing' | 'exception' | 'information'
  account: string
  n: number
  order_no: string | null
  recorded: string | null
  how: string | null
  proposer: string | null
  checker: string | null
  posted: string | null
  exception: ExceptionReason | null
  owner: string | null
  refusal: string | null
  note: string
  ledger: string | null
}

export type StatementDayRow = {
  id: string
  version: number
  state: string
  account: string
  day: string
  lines: number | null
  start_balance: number | null
  end_balance: number | null
  credits: number | null
  debits: number | null
  start_sen: number | null
  end_sen: number | null
  credits_sen: number | null
  debits_sen: number | null
  proposer: string | null
  checker: string | null
  closed_at: number | null
}

export type SettingRow = {
  id: string
  version: number
  state: 'proposed' | 'refused' | 'takenBack' | 'inForce' | 'changing'
  kind: SettingKind
  code: string
  in_force: JSONColumnType<Setting['inForce']>
  proposed: JSONColumnType<NonNullable<Setting['proposed']>> | null
  confirmed: JSONColumnType<NonNullable<Setting['confirmed']>> | null
  refused: JSONColumnType<NonNullable<Setting['refused']>> | null
}

export type ApiKeyRow = {
  name: string
  version: number
  state: 'active' | 'revoked'
  maker: string | null
  made_at: number | null
  revoker: string | null
  revoked_at: number | null
}

export type WithdrawalRow = {
  txid: string
  version: number
  state:
    | 'requested'
    | 'sending'
    | 'processing'
    | 'unknown'
    | 'provingPaid'
    | 'provingUnpaid'
    | 'succeeded'
    | 'failed'
    | 'refused'
    | 'cancelled'
  account: string
  channel: string
  amount: number
  purpose: string
  requester: string
  requested_at: number
  checker: string | null
  refusal: string | null
  sent_at: number | null
  status: string | null
  code: string | null
  ended_at: number | null
  contradicted: boolean
  prover: string | null
  proof_day: string | null
  evidence: string | null
  confirmer: string | null
}
