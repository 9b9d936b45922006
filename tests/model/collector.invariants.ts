import { demands } from './invariants.ts'

type Facts = { collector: string; signInTtl: number; group: string }

type Book = { isHere: boolean; due: number; group: string | null }

const aboutFirst = { collector: 'first' }

export const collectorInvariants = demands<Book, Facts>({
  chart: 'collector',
  empty: { isHere: false, due: 0, group: null },
  forms: {
    signedIn: ['collector.signIn'],
    signedOut: ['collector.signOut'],
    sentHome: ['collector.sendHome'],
    weightSet: ['collector.setWeight: weight'],
    signInExpired: ['SYS'],
    dailyCapSet: ['collector.setDailyCap: dailyCap'],
    certified: ['collector.certify: certificate, until'],
    groupJoined: ['collector.join: group'],
    groupLeft: ['collector.leave (danger)'],
  },
  tries: () => [
    { type: 'signedIn', ...aboutFirst, signInTtl: 43_200_000 },
    { type: 'signedOut', ...aboutFirst },
    { type: 'sentHome' },
    { type: 'weightSet', weight: 0 },
    { type: 'weightSet', weight: 11, wrong: 'a share of 11 cannot be dealt out' },
    { type: 'dailyCapSet', dailyCap: 1 },
    { type: 'dailyCapSet', dailyCap: 0, wrong: 'nobody works for nothing a day' },
    { type: 'certified', certificate: 'A', until: '9999-12-31' },
    { type: 'certified', certificate: '', until: '9999-12-31', wrong: 'a certificate without a number' },
    { type: 'certified', certificate: 'A', until: '1999-12-31', wrong: 'a certificate of another time' },
    { type: 'groupJoined', group: 'one', company: '' },
    { type: 'groupJoined', group: 'two', company: 'A' },
    { type: 'groupLeft' },
  ],
  after: (book, { event: { type, at, signInTtl, group } }) => {
    switch (type) {
      case 'groupJoined':
        return { ...book, group }
      case 'groupLeft':
        return { ...book, group: null }
      case 'signedIn':
        return { ...book, isHere: true, due: at + signInTtl }
      case 'signedOut':
      case 'sentHome':
      case 'signInExpired':
        return { ...book, isHere: false, due: 0 }
      default:
        return book
    }
  },
  wrong: (book, { event: { type, by, collector, group } }) => [
    type === 'signedIn' && by !== collector && 'somebody signed in for another',
    type === 'signedOut' && by !== collector && 'somebody signed out for another',
    type === 'groupJoined' && book.group === group && 'somebody joined their own group',
    type === 'groupLeft' && book.group === null && 'somebody left no group',
  ],
  standing: ({ isHere }, state) => [isHere !== (state === 'atWork') && `who is here is ${state}`],
  asksFor: {},
  // Nobody stays signed in for ever: cases would be given to an empty chair.
  waits: ({ due }, state): Record<string, number> => (state === 'atWork' ? { signInExpired: due } : {}),
  ends: [],
})
