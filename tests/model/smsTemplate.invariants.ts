import { demands, type Done, type Try } from './invariants.ts'

type Text = { name: string; language: string; category: string; body: string; marks?: string[] }
type Facts = Text

type Book = {
  /** What was written last, and by whom; `asked` is who wants it approved. */
  text: string
  writer: string
  asked: string | null
  /** What messages are made of, and who last wrote it. */
  used: { text: string; writer: string } | null
  isOver: boolean
}

const sound = { name: 'Reminder', language: 'id', category: 'service', body: 'Yth. {name}' }
const other = { ...sound, body: 'Yth. {name}, {amountDue}' }

const unsound: [Partial<Text>, string][] = [
  [{ body: '' }, 'it says nothing'],
  [{ body: 'x'.repeat(1001) }, 'it is too long'],
  [{ body: 'Yth. {nama}' }, 'nothing fills its variable'],
  [{ body: 'Yth. {name' }, 'a brace is not closed'],
  [{ category: 'marketing', body: 'Yth. {name}' }, 'nobody can opt out'],
  [{ category: 'marketing', body: '{optOutLink} {amountDue}' }, 'it tells a debt to who may have none'],
  [{ category: 'collection', marks: ['byLaw'] }, 'no law requires it'],
]

const tries = ({ text }: Book): Try[] => [
  ...['templateDrafted', 'templateEdited', 'templateRevised'].flatMap((type): Try[] => [
    { type, ...(text === sound.body ? other : sound) },
    ...unsound.map(([part, wrong]) => ({ type, ...sound, ...part, wrong })),
  ]),
  { type: 'templateEdited', ...sound, body: text, wrong: 'nothing is changed' },
  { type: 'templateRevised', ...sound, body: text, wrong: 'nothing is changed' },
  { type: 'templateProposed' },
  { type: 'templateApproved' },
  { type: 'templateRefused', reason: 'rude' },
  { type: 'templateRefused', reason: '', wrong: 'no reason is given' },
  { type: 'templateTakenBack' },
  { type: 'revisionDropped' },
  { type: 'templateRetired' },
]

const after = (book: Book, { event }: Done<Facts>): Book => {
  switch (event.type) {
    case 'templateDrafted':
    case 'templateEdited':
    case 'templateRevised':
      return { ...book, text: event.body, writer: event.by }
    case 'templateProposed':
      return { ...book, asked: event.by }
    case 'templateRefused':
    case 'templateTakenBack':
      return { ...book, asked: null }
    case 'templateApproved':
      return { ...book, asked: null, used: { text: book.text, writer: book.writer } }
    case 'revisionDropped':
      return { ...book, ...book.used! }
    case 'templateRetired':
      return { ...book, isOver: true }
    default:
      return book
  }
}

const wrong = (book: Book, { event: { type, by } }: Done<Facts>) => [
  type === 'templateApproved' && by === book.writer && 'who wrote it last approved it',
  type === 'templateApproved' && by === book.asked && 'one person proposed and approved it',
  type === 'templateApproved' && book.asked === null && 'nobody proposed it',
  type === 'templateRefused' && by === book.asked && 'who proposed it refused it',
  type === 'templateTakenBack' && by !== book.asked && 'somebody else took it back',
  type === 'templateEdited' && book.asked !== null && 'it is changed while a second person reads it',
  type === 'revisionDropped' && book.used === null && 'nothing would be left',
  book.isOver && 'it was retired',
]

export const smsTemplateInvariants = demands<Book, Facts>({
  chart: 'smsTemplate',
  empty: { text: '', writer: '', asked: null, used: null, isOver: false },
  forms: {
    templateDrafted: ['smsTemplate.draft: name, language, category, body, marks'],
    templateEdited: ['smsTemplate.edit: name, language, category, body, marks'],
    templateProposed: ['smsTemplate.propose (success)'],
    templateApproved: ['smsTemplate.approve (success)'],
    templateRefused: ['smsTemplate.refuse: reason (danger)'],
    templateTakenBack: ['smsTemplate.takeBack'],
    templateRevised: ['smsTemplate.revise: name, language, category, body, marks'],
    revisionDropped: ['smsTemplate.drop (danger)'],
    templateRetired: ['smsTemplate.retire (danger)'],
  },
  tries,
  after,
  wrong,
  standing: ({ asked, used, text, isOver }, state) => [
    (asked !== null && !isOver) !== /^(proposed|revisionProposed)$/.test(state) && `it is ${state}, asked by ${asked}`,
    state === 'approved' && used?.text !== text && 'what is approved is not what is used',
    /^(approved|revis)/.test(state) && used === null && `it is ${state}, and nobody approved it`,
    /^(draft|proposed)$/.test(state) && used !== null && `it is ${state}, though messages are made of it`,
    isOver !== (state === 'retired') && `a retired template is ${state}`,
  ],
  asksFor: {},
  waits: () => ({}),
  ends: ['retired'],
})
