import type { ColumnType, Generated, JSONColumnType } from 'kysely'
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
  barred_phone: { digest: string }
  prospect: { person: string; data: Buffer }
  document: { id: string; person: string | null; kind: string; mime: string; data: Uint8Array; at: number }
  secret: { name: string; value: Uint8Array }
  note: { id: string; subject: string; author: string; at: number }
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
  unrecorded: { stream: string }
  export_run: { id: string; secret: string; done: Generated<number> }
  export_seen: { export: string; n: number; streams: string[] }
  export_chunk: { export: string; file: string; n: number; data: Uint8Array }
  order_sheet_upload: { id: string; name: string; sheets: number }
  order_sheet_run: { id: string }
  order_sheet_row: { sheet: string; n: number; text: string; result: string | null }
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
  provider_word: ProviderWordRow
  withdrawal_card: { txid: string; key: Uint8Array; data: Uint8Array }
  review_input: ReviewInputRow
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

export type ReviewInputRow = {
  order_no: string
  round: number
  person: string
  rule_set: string
  at: number
  data: Uint8Array
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
