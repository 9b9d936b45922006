import { demands, type Done, type Try } from './invariants.ts'

type Facts = { runTtl: number; previewTtl: number; uploader: string }

type Book = {
  uploader: string
  /** How often its lines stand in the account. */
  appended: number
  rereads: number
  runDue: number
  previewDue: number
  /** Whether a movement that was left out is owed an answer. */
  isOwed: boolean
}

const staged = {
  type: 'statementStaged',
  format: 'csv',
  lines: 2,
  from: '2026-11-19',
  to: '2026-11-20',
  start: 1000,
  end: 1300,
  credits: 500,
  debits: 200,
  previewTtl: 600_000,
}
const laterDay = {
  ...staged,
  type: 'partStaged',
  account: 'BCA-IN',
  uploader: 'first',
  language: 'id',
  of: 's0',
  uploadedAt: 1_773_118_800_000,
}
const confirmed: Try = {
  type: 'statementConfirmed',
  follows: 's0',
  lastLine: 7,
  lastEnd: 1000,
  lastDay: '2026-11-19',
  appending: 0,
  known: 0,
  shutDays: 0,
  earlier: 0,
}

const tries = ({ rereads }: Book): Try[] => [
  { type: 'statementUploaded', account: 'BCA-IN', bytes: 900, language: 'id' },
  { type: 'statementBegun', runTtl: 60_000 },
  staged,
  laterDay,
  { type: 'statementRefused', reason: 'lines', errors: 3 },
  { type: 'layoutUnknown', previewTtl: 600_000 },
  ...(rereads < 2 ? [{ type: 'statementReread' }] : []),
  { type: 'statementFailed', reason: 'notPermitted' },
  confirmed,
  { ...confirmed, follows: '', lastLine: 0, lastEnd: null, lastDay: null },
  { ...confirmed, lastEnd: 999, wrong: 'it does not begin with the balance that the last file ended with' },
  { ...confirmed, lastDay: '2026-11-20', wrong: 'it begins before the last file ended' },
  { ...confirmed, known: 1, wrong: 'a transaction of it is in the account already' },
  { ...confirmed, appending: 1, wrong: 'another file is being added' },
  { ...confirmed, shutDays: 1, wrong: 'a day of it is closed' },
  { ...confirmed, earlier: 1, wrong: 'an earlier day of the same file was not looked at yet' },
  { type: 'statementAppended' },
  { type: 'pendingMissed', missed: 1 },
  { type: 'pendingCame' },
  { type: 'pendingSettled', note: 'cancelled by the bank' },
  { type: 'statementCancelled' },
]

const after = (book: Book, { event }: Done<Facts>): Book => {
  switch (event.type) {
    case 'statementUploaded':
      return { ...book, uploader: event.by }
    case 'partStaged':
      return { ...book, uploader: event.uploader, previewDue: event.at + event.previewTtl }
    case 'statementBegun':
      return { ...book, runDue: event.at + event.runTtl }
    case 'statementStaged':
    case 'layoutUnknown':
      return { ...book, previewDue: event.at + event.previewTtl }
    case 'statementReread':
      return { ...book, rereads: book.rereads + 1 }
    case 'statementAppended':
      return { ...book, appended: book.appended + 1 }
    case 'pendingMissed':
      return { ...book, isOwed: true }
    case 'pendingCame':
    case 'pendingSettled':
      return { ...book, isOwed: false }
    default:
      return book
  }
}

const inTheAccount = ['ready', 'missing']

export const bankStatementInvariants = demands<Book, Facts>({
  chart: 'bankStatement',
  empty: { uploader: '', appended: 0, rereads: 0, runDue: 0, previewDue: 0, isOwed: false },
  forms: {
    statementUploaded: ['bankStatement.upload'],
    statementBegun: ['SYS'],
    statementCancelled: ['bankStatement.cancel (danger)'],
    statementStaged: ['SYS'],
    partStaged: ['SYS'],
    statementRefused: ['SYS'],
    layoutUnknown: ['SYS'],
    statementFailed: ['SYS'],
    statementTimedOut: ['SYS'],
    statementReread: ['bankStatement.reread'],
    statementLapsed: ['SYS'],
    statementConfirmed: ['bankStatement.confirm (success)'],
    statementAppended: ['SYS (success)'],
    pendingMissed: ['SYS'],
    pendingCame: ['SYS'],
    pendingSettled: ['bankStatement.settlePending: note'],
  },
  tries,
  after,
  wrong: ({ uploader }, { event: { type, by } }) => [
    type === 'statementConfirmed' && by !== uploader && 'somebody else confirmed the file',
    type === 'statementCancelled' && by !== uploader && 'somebody else dropped the file',
    type === 'statementReread' && by !== uploader && 'somebody else had the file read again',
  ],
  standing: ({ appended, isOwed }, state) => [
    appended !== (inTheAccount.includes(state) ? 1 : 0) && `its lines are added ${appended} times, and it is ${state}`,
    isOwed !== (state === 'missing') && `a movement that did not come is forgotten in ${state}`,
  ],
  asksFor: {
    statementUploaded: ['beginStatement'],
    statementBegun: ['readStatement'],
    statementReread: ['beginStatement'],
    statementConfirmed: ['appendLines'],
    statementAppended: ['matchLines', 'seekPending'],
    statementFailed: ['dropStatement'],
    statementTimedOut: ['dropStatement'],
    statementCancelled: ['dropStatement'],
    statementLapsed: ['dropStatement'],
  },
  waits: ({ runDue, previewDue }, state): Record<string, number> =>
    state === 'reading'
      ? { statementTimedOut: runDue }
      : state === 'staged' || state === 'unknown'
        ? { statementLapsed: previewDue }
        : {},
  // The system adds the lines; its effect repeats until it is done.
  ends: ['appending', 'ready', 'refused', 'failed', 'cancelled'],
})
