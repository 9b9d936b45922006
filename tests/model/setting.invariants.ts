import { demands, type Done, type Try } from './invariants.ts'

type Values = { name?: string; from?: string; interest?: number }
type Facts = { kind: string; inForce: Values[]; values: Values }

type Book = {
  kind: string
  inForce: Values[]
  proposal: { values: Values; proposer: string; editor: string } | null
  rounds: number
}

const dayMs = 24 * 3_600_000
const app = (name: string): Values => ({ name })
/** The search is on 10 March 2026: this rate begins tomorrow. */
const rate = (interest: number): Values => ({ from: '2026-03-11', interest })
const isSame = (one: Values, other: Values) => JSON.stringify(one) === JSON.stringify(other)

const tries = ({ kind, inForce, rounds }: Book, state: string, at: number): Try[] => {
  const propose = (ofKind: string, values: Values): Try => ({
    type: 'settingProposed',
    kind: ofKind,
    code: 'DK',
    values,
  })
  const last = inForce.at(-1)
  const values = kind === 'rate' ? [rate(10), rate(20)] : [app('one'), app('two')]
  const others = values.filter((one) => !last || !isSame(one, last))
  const proposed =
    kind === '' ? [propose('app', app('one')), propose('rate', rate(10))] : others.map((one) => propose(kind, one))
  const isLate = kind === 'rate' && inForce.length > 0
  return [
    { type: 'settingFound', kind: 'app', code: 'DK', inForce: [app('one')] },
    { type: 'settingFound', kind: 'rate', code: 'KILAT', inForce: [{ from: '2026-01-01', interest: 5 }] },
    ...(rounds < 3 ? proposed : []),
    ...(last ? [{ ...propose(kind, last), wrong: 'it changes nothing' }] : []),
    ...(isLate
      ? [{ ...propose(kind, { from: '2026-03-10', interest: 7 }), wrong: 'loans of that day have another rate' }]
      : []),
    { type: 'settingConfirmed' },
    ...(isLate && state === 'changing'
      ? [{ type: 'settingConfirmed', at: at + dayMs, wrong: 'its first day has come meanwhile' }]
      : []),
    { type: 'settingRefused', reason: 'too much' },
    { type: 'settingRefused', reason: '', wrong: 'no reason is given' },
    { type: 'settingTakenBack' },
  ]
}

const after = (book: Book, { event }: Done<Facts>): Book => {
  const { by } = event
  switch (event.type) {
    case 'settingFound':
      return { ...book, kind: event.kind, inForce: event.inForce }
    case 'settingProposed':
      return {
        ...book,
        kind: event.kind,
        proposal: { values: event.values, proposer: book.proposal?.proposer ?? by, editor: by },
        rounds: book.rounds + 1,
      }
    case 'settingConfirmed':
      return { ...book, inForce: [...book.inForce, book.proposal!.values], proposal: null }
    default:
      return { ...book, proposal: null }
  }
}

export const settingInvariants = demands<Book, Facts>({
  chart: 'setting',
  empty: { kind: '', inForce: [], proposal: null, rounds: 0 },
  forms: {
    settingFound: ['SYS'],
    settingProposed: ['setting.propose'],
    settingConfirmed: ['setting.confirm (success)'],
    settingRefused: ['setting.refuse: reason (danger)'],
    settingTakenBack: ['setting.takeBack (danger)'],
  },
  tries,
  after,
  wrong: ({ proposal }, { event: { type, by } }) => [
    type === 'settingConfirmed' && by === proposal?.proposer && 'one person proposed a setting and confirmed it',
    type === 'settingConfirmed' && by === proposal?.editor && 'who last changed the proposal confirmed it',
    type === 'settingRefused' && by === proposal?.proposer && 'who proposed a setting refused it',
    type === 'settingTakenBack' && by !== proposal?.proposer && 'somebody else took the proposal back',
  ],
  standing: ({ proposal, inForce }, state) => [
    (proposal !== null) !== (state === 'proposed' || state === 'changing') && `${state} forgets what is proposed`,
    inForce.length > 0 !== (state === 'inForce' || state === 'changing') && `${state} forgets what is in force`,
  ],
  asksFor: {},
  waits: () => ({}),
  ends: ['new', 'inForce', 'refused', 'takenBack'],
})
