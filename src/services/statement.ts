import * as z from 'zod/mini'
import { exceptionReasons } from '../machines/statementLine.ts'
import { answer, endpoint, longText, nothing, plain, sentFile, serial, text, whole } from './endpoint.ts'
import { bankLayout } from './statement.layout.ts'

const id = text(80)
const instant = whole
/** Rupiah with sen as decimals, as banks keep balances. */
const rupiah = z.number()
const day = z.iso.date()
const direction = z.enum(['credit', 'debit'])

export const lineStates = [
  'unmatched',
  'proposed',
  'matched',
  'reconciled',
  'unmatching',
  'reversing',
  'exception',
  'information',
] as const

/** The fate of a movement that was left out: `carried` means that a later file again lists it as not booked. */
export const pendingStates = ['waiting', 'carried', 'came', 'missed', 'settled'] as const

/** The most characters of each text filter. */
export const longest = { txid: 60, orderNo: 40, account: 40, owner: 40, ledger: 40 } as const
/** The most bytes of a file, and the most lines. */
export const mostBytes = 10 * 1024 * 1024
export const mostLines = 50_000

/**
 * Uploads a bank statement file (.csv, .xlsx or MT940), which is parsed in the background. Of several accounts of the
 * lender or days of MT940, each becomes a file of its own.
 */
export const upload = endpoint({
  id: 'bankStatement.upload',
  method: 'POST',
  path: '/bank_statement/upload',
  permission: 'granted',
  // The file in base64, and its name.
  limit: 14 * 1024 * 1024,
  body: z.strictObject({
    account: text(longest.account),
    name: z.string().check(z.trim(), z.maxLength(200, 'tooLong'), plain),
    content: sentFile('invalid'),
  }),
  data: answer,
})

const ofFile = (name: 'confirm' | 'cancel' | 'reread') =>
  endpoint({
    id: `bankStatement.${name}`,
    method: 'POST',
    path: `/bank_statement/${name}`,
    permission: 'granted',
    body: z.strictObject({ id, version: whole }),
    data: answer,
  })
/** Appends a parsed file to its account. */
export const confirm = ofFile('confirm')
export const cancel = ofFile('cancel')
/** Reads a file of an unknown layout once more. */
export const reread = ofFile('reread')
/** Settles the movements that were left out of a file and that no later file brought. */
export const settlePending = endpoint({
  id: 'bankStatement.settlePending',
  method: 'POST',
  path: '/bank_statement/settle',
  permission: 'granted',
  body: z.strictObject({ id, version: whole, note: longText(500) }),
  data: answer,
})

/** The endpoint of each event of a file that staff may fire. */
export const fileCommands = {
  statementConfirmed: confirm,
  statementCancelled: cancel,
  statementReread: reread,
  pendingSettled: settlePending,
}

const flaws = z.array(
  z.object({ row: whole, column: z.string(), reason: z.string(), words: z.string(), said: z.string() }),
)
const row = z.object({
  place: whole,
  txid: z.string(),
  day,
  direction,
  amount: rupiah,
  before: rupiah,
  after: rupiah,
  info: z.string(),
})

/** The first rows of a file of an unknown layout, for its uploader, and the layout that waits for a second person. */
export const table = endpoint({
  id: 'bankStatement.table',
  interface: 'bankStatement.upload',
  method: 'POST',
  path: '/bank_statement/layout/table',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ id }),
  data: z.object({
    rows: z.array(z.object({ row: whole, cells: z.array(z.string()) })),
    proposer: z.nullable(z.string()),
  }),
})

/** A file's lines as a layout reads them: the first ones, or what is wrong. Nothing is stored. */
export const tryLayout = endpoint({
  id: 'bankStatement.tryLayout',
  interface: 'bankStatement.upload',
  method: 'POST',
  path: '/bank_statement/layout/try',
  permission: 'granted',
  body: z.strictObject({ id, layout: bankLayout }),
  data: z.object({
    lines: whole,
    rows: z.array(row),
    flaws,
    /** Why the file cannot be read so, in the caller's language. */
    words: z.nullable(z.string()),
  }),
})
export type Tried = z.infer<typeof tryLayout.data>

/** Proposes a layout for the account of a file that it reads without a flaw. A second person puts it in force. */
export const proposeLayout = endpoint({
  id: 'bankStatement.proposeLayout',
  interface: 'bankStatement.upload',
  method: 'POST',
  path: '/bank_statement/layout/propose',
  permission: 'granted',
  body: z.strictObject({ id, layout: bankLayout }),
  data: answer,
})

const file = z.object({
  id: z.string(),
  version: whole,
  state: z.string(),
  account: z.string(),
  /** The uploaded file's name. */
  name: z.string(),
  /** Its place among the days of the uploaded file, from 1. */
  nth: whole,
  uploader: z.string(),
  uploaderName: z.string(),
  format: z.nullable(z.string()),
  totals: z.nullable(
    z.object({
      lines: whole,
      from: day,
      to: day,
      start: rupiah,
      end: rupiah,
      credits: rupiah,
      debits: rupiah,
      pending: whole,
    }),
  ),
  /** The lines appended so far. */
  done: whole,
  reason: z.nullable(z.string()),
  /** The reason in the caller's language. */
  words: z.nullable(z.string()),
  errors: whole,
  /** Other accounts in the file, with the code of those that are the lender's: each of these is a file of its own. */
  others: z.array(z.object({ number: z.string(), account: z.nullable(z.string()) })),
  /** Movements that were left out and that no later file brought. */
  missed: whole,
  /** Why the last such movements were settled; '' when none were. */
  note: z.string(),
  uploadedAt: instant,
})
export type BankFile = z.infer<typeof file>

/** The recent files, and all that wait for somebody, newest first. */
export const files = endpoint({
  id: 'bankStatement.files',
  interface: 'bankStatement.list',
  method: 'GET',
  path: '/bank_statement/files',
  permission: 'granted',
  unattended: true,
  body: nothing,
  data: z.object({ files: z.array(file) }),
})

/**
 * A file's parsed lines and left-out movements with the bank's description masked, and its first errors; `next` continues the lines. The text
 * of an error is unmasked for the uploader only.
 */
export const preview = endpoint({
  id: 'bankStatement.preview',
  interface: 'bankStatement.list',
  method: 'POST',
  path: '/bank_statement/preview',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ id, after: z.optional(serial) }),
  data: z.object({
    flaws,
    /** Each day of the file with its own balances and sums; with the first page alone. */
    days: z.array(z.object({ day, lines: whole, start: rupiah, credits: rupiah, debits: rupiah, end: rupiah })),
    rows: z.array(row),
    /** The first movements that the bank had not booked yet and that were left out, and what became of them. */
    pending: z.array(
      z.object({
        place: whole,
        day,
        direction,
        amount: rupiah,
        info: z.string(),
        state: z.enum(pendingStates),
      }),
    ),
    next: z.nullable(whole),
  }),
})

/** The lender's own bank accounts, and the staff who may own an exception. */
export const choices = endpoint({
  id: 'bankStatement.choices',
  interface: 'bankStatement.list',
  method: 'GET',
  path: '/bank_statement/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({
    accounts: z.array(z.object({ code: z.string(), bank: z.string(), name: z.string(), number: z.string() })),
    owners: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

const filters = {
  account: z.optional(text(longest.account)),
  state: z.optional(z.enum(lineStates)),
  direction: z.optional(direction),
  txid: z.optional(text(longest.txid)),
  orderNo: z.optional(text(longest.orderNo).check(z.toUpperCase())),
  amount: z.optional(text(20)),
  owner: z.optional(text(longest.owner)),
  bookedFrom: z.optional(instant),
  bookedTo: z.optional(instant),
}

export const line = z.object({
  id: z.string(),
  version: whole,
  state: z.enum(lineStates),
  account: z.string(),
  txid: z.string(),
  day,
  /** Whether its day is neither closed nor proposed for closing. */
  dayOpen: z.boolean(),
  bookedAt: instant,
  direction,
  amount: rupiah,
  before: rupiah,
  after: rupiah,
  /** The bank's description, masked. */
  info: z.string(),
  orderNo: z.nullable(z.string()),
  recorded: z.nullable(z.string()),
  how: z.nullable(z.string()),
  proposer: z.nullable(z.string()),
  proposerName: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
  exception: z.nullable(z.enum(exceptionReasons)),
  ownerName: z.nullable(z.string()),
  /** Why its order refused it, as a locale key. */
  refusal: z.nullable(z.string()),
  note: z.string(),
  /** The lender's account that an exception is settled to. */
  ledger: z.nullable(z.string()),
})
export type Line = z.infer<typeof line>

const cursor = { bookedAt: instant, n: serial, account: text(longest.account) }

/** A page of lines, the newest first unless `sort` differs. */
export const list = endpoint({
  id: 'bankStatement.list',
  method: 'POST',
  path: '/bank_statement/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['bookedAt', '-bookedAt'])),
    after: z.optional(z.strictObject(cursor)),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(line), next: z.nullable(z.object(cursor)) }),
})

/** The number of lines that match, exact up to 10,000 or on request, and the sum of those in one direction. */
export const count = endpoint({
  id: 'bankStatement.count',
  interface: 'bankStatement.list',
  method: 'POST',
  path: '/bank_statement/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean(), sums: z.optional(z.object({ amount: whole })) }),
})

/** A line's unmasked bank description, for staff who work on it. The audit records each reader once an hour. */
export const open = endpoint({
  id: 'bankStatement.open',
  method: 'POST',
  path: '/bank_statement/line/open',
  permission: 'granted',
  body: z.strictObject({ id }),
  data: z.object({ info: z.string() }),
})

/** The recorded repayments that may be the money of a credit line, and that no other line stands for. */
export const alike = endpoint({
  id: 'bankStatement.alike',
  interface: 'bankStatement.list',
  method: 'POST',
  path: '/bank_statement/line/alike',
  permission: 'granted',
  body: z.strictObject({ id }),
  data: z.object({
    payments: z.array(z.object({ orderNo: z.string(), txid: z.string(), day, amount: whole })),
  }),
})
export type Alike = z.infer<typeof alike.data>['payments'][number]

const ofLine = <Fields extends z.core.$ZodShape>(name: string, path: string, fields: Fields) =>
  endpoint({
    id: `bankStatement.${name}`,
    method: 'POST',
    path: `/bank_statement/line/${path}`,
    permission: 'granted',
    body: z.strictObject({ id, version: whole, ...fields }),
    data: answer,
  })

export const proposeMatch = ofLine('proposeMatch', 'match/propose', {
  orderNo: text(longest.orderNo).check(z.toUpperCase()),
  /** The transaction id under which the payment is already recorded; '' when it is not. */
  recorded: z._default(z.string().check(z.trim(), z.maxLength(longest.txid, 'tooLong'), plain), ''),
})
export const confirmMatch = ofLine('confirmMatch', 'match/confirm', {})
export const refuseMatch = ofLine('refuseMatch', 'match/refuse', {})
export const makeException = ofLine('makeException', 'exception/make', {
  reason: z.enum(exceptionReasons, 'reason'),
  owner: text(longest.owner),
  /** The lender's account that the amount is settled to; '' for none. */
  ledger: z._default(z.string().check(z.trim(), z.maxLength(longest.ledger, 'tooLong'), plain), ''),
})
export const liftException = ofLine('liftException', 'exception/lift', {})
export const proposeUnmatch = ofLine('proposeUnmatch', 'unmatch/propose', {
  note: longText(500),
})
export const confirmUnmatch = ofLine('confirmUnmatch', 'unmatch/confirm', {})
export const refuseUnmatch = ofLine('refuseUnmatch', 'unmatch/refuse', {})

/** The endpoint of each event of a line that staff may fire. */
export const lineCommands = {
  matchProposed: proposeMatch,
  matchConfirmed: confirmMatch,
  matchRefused: refuseMatch,
  exceptionMade: makeException,
  exceptionLifted: liftException,
  unmatchProposed: proposeUnmatch,
  unmatchConfirmed: confirmUnmatch,
  unmatchRefused: refuseUnmatch,
}

const accountDay = z.object({
  account: z.string(),
  day,
  version: whole,
  state: z.string(),
  lines: whole,
  start: rupiah,
  end: rupiah,
  credits: rupiah,
  debits: rupiah,
  /** Lines that wait for somebody. */
  unsettled: whole,
  proposer: z.nullable(z.string()),
  proposerName: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
})
export type AccountDay = z.infer<typeof accountDay>

/** The days of an account that have lines, newest first; `next` continues them. */
export const days = endpoint({
  id: 'bankStatement.days',
  interface: 'bankStatement.list',
  method: 'POST',
  path: '/bank_statement/days',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ account: text(longest.account), before: z.optional(day) }),
  data: z.object({ days: z.array(accountDay), next: z.nullable(day) }),
})

const ofDay = (name: string, path: string) =>
  endpoint({
    id: `bankStatement.${name}`,
    method: 'POST',
    path: `/bank_statement/day/${path}`,
    permission: 'granted',
    body: z.strictObject({ account: text(longest.account), day, version: whole }),
    data: answer,
  })
export const proposeClose = ofDay('proposeClose', 'propose')
export const confirmClose = ofDay('confirmClose', 'confirm')
export const refuseClose = ofDay('refuseClose', 'refuse')

/** The endpoint of each event of a day that staff may fire. */
export const dayCommands = { dayCloseProposed: proposeClose, dayClosed: confirmClose, dayCloseRefused: refuseClose }
