import { demands, type Done } from './invariants.ts'

type Facts = { staleTtl: number; receiptTtl: number; word: string }

type Book = {
  /** How often the provider may have the message: calls, without those that it said it did not take. */
  calls: number
  isRefused: boolean
  arrived: 'nobody knows' | 'yes' | 'no'
  isDoubted: boolean
  staleAt: number
  receiptDue: number
}

const terms = {
  orderNo: 'LK260310000001',
  person: 'person-1',
  personVersion: 1,
  app: 'DK',
  text: 'template-1',
  textVersion: 1,
  channel: 'merpati',
  category: 'service',
  sender: 'DanaKilat',
  staleTtl: 86_400_000,
}
const queued = { type: 'messageQueued', ...terms, approved: true, used: true }

const batched = { type: 'messageBatched', ...terms, batch: 'batch-1' }

const after = (book: Book, { event }: Done<Facts>): Book => {
  const { type, at } = event
  switch (type) {
    case 'messageQueued':
    case 'messageBatched':
      return { ...book, staleAt: at + event.staleTtl }
    case 'sendingBegan':
      return { ...book, calls: book.calls + 1, receiptDue: at + event.receiptTtl }
    case 'messagePutOff':
      return { ...book, calls: book.calls - 1 }
    case 'messageRefused':
      return { ...book, isRefused: true }
    case 'messageDelivered':
      return { ...book, arrived: 'yes' }
    case 'messageUndelivered':
      return { ...book, arrived: 'no' }
    case 'messageContradicted':
      return { ...book, isDoubted: true, ...(book.arrived === 'no' && { arrived: 'yes' }) }
    default:
      return book
  }
}

export const messageInvariants = demands<Book, Facts>({
  chart: 'message',
  empty: { calls: 0, isRefused: false, arrived: 'nobody knows', isDoubted: false, staleAt: 0, receiptDue: 0 },
  forms: {
    messageQueued: ['message.send: text, sender, app'],
    messageBatched: ['SYS'],
    sendingBegan: ['SYS'],
    messagePutOff: ['SYS'],
    messageSkipped: ['SYS'],
    messageStale: ['SYS'],
    messageTaken: ['SYS'],
    messageRefused: ['SYS'],
    answerMissing: ['SYS'],
    messageDelivered: ['SYS (success)'],
    messageUndelivered: ['SYS'],
    receiptMissing: ['SYS'],
    messageContradicted: ['SYS'],
  },
  tries: ({ isDoubted }) => [
    queued,
    { ...queued, approved: false, wrong: 'nobody approved its words' },
    { ...queued, used: false, wrong: 'its sender name is not in use' },
    { ...queued, orderNo: null, wrong: 'a lead is sent what is no marketing' },
    { ...queued, orderNo: null, category: 'marketing' },
    batched,
    { type: 'sendingBegan', personVersion: 1, sender: 'DanaKilat', receiptTtl: 259_200_000 },
    { type: 'messagePutOff', until: 1_773_118_803_000 },
    { type: 'messageSkipped', reason: 'settled' },
    { type: 'messageTaken', segments: 1 },
    { type: 'messageRefused', code: 'E' },
    { type: 'answerMissing' },
    { type: 'messageDelivered' },
    { type: 'messageUndelivered', code: 'E' },
    {
      type: 'messageContradicted',
      word: 'delivered',
      code: '',
      ...(isDoubted && { wrong: 'the contradiction is known' }),
    },
  ],
  after,
  wrong: ({ calls, arrived }, { event: { type } }) => [
    type === 'sendingBegan' && calls > 0 && 'the provider is called twice',
    (type === 'messageSkipped' || type === 'messageStale') && calls > 0 && 'it is given up although it may arrive',
    (type === 'messageDelivered' || type === 'messageUndelivered') &&
      arrived !== 'nobody knows' &&
      'a receipt changes another without an alarm',
  ],
  standing: ({ calls, isRefused, arrived }, state) => [
    (state === 'queued' || state === 'skipped') && calls > 0 && `the provider was called, and it is ${state}`,
    calls > 1 && 'the provider may have it twice',
    (state === 'failed') !== isRefused && `the provider ${isRefused ? 'refused' : 'did not refuse'} it: ${state}`,
    (arrived === 'yes') !== (state === 'delivered') && `it arrived: ${arrived}, and it is ${state}`,
    (arrived === 'no') !== (state === 'undelivered') && `it arrived: ${arrived}, and it is ${state}`,
  ],
  asksFor: { messageQueued: ['sendMessage'], messageBatched: ['sendMessage'] },
  waits: ({ staleAt, receiptDue }, state): Record<string, number> => {
    if (state === 'queued') return { messageStale: staleAt }
    return ['sending', 'sent', 'doubtful'].includes(state) ? { receiptMissing: receiptDue } : {}
  },
  ends: ['new', 'unknown', 'delivered', 'undelivered', 'failed', 'skipped'],
})
