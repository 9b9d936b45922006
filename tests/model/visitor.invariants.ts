import { demands } from './invariants.ts'

type Facts = { day: string; person: string }
type Book = { days: readonly string[]; people: readonly string[] }

const visit = { app: 'DK', channel: 'organic', day: '2026-03-10', mostLate: 30 }
const someone = { type: 'registered', ...visit, person: 'person-1' }

export const visitorInvariants = demands<Book, Facts>({
  chart: 'visitor',
  empty: { days: [], people: [] },
  forms: { visited: ['SYS'], registered: ['SYS'] },
  tries: ({ days, people }) => [
    { type: 'visited', ...visit, ...(days.includes(visit.day) && { wrong: 'the day counts twice' }) },
    {
      type: 'visited',
      ...visit,
      day: '2026-03-09',
      ...(days.includes('2026-03-09') && { wrong: 'a day counts twice' }),
    },
    { type: 'visited', ...visit, day: '2027-01-01', wrong: 'the day is in the future' },
    { type: 'visited', ...visit, day: '2026-01-01', wrong: 'it is told too late' },
    { ...someone, ...(people.includes('person-1') && { wrong: 'a person registers twice' }) },
    { ...someone, person: 'person-2', ...(people.includes('person-2') && { wrong: 'a person registers twice' }) },
    { ...someone, person: 'person-3', day: '2027-01-01', wrong: 'the day is in the future' },
    { ...someone, person: 'person-3', day: '2026-01-01', wrong: 'it is told too late' },
  ],
  after: ({ days, people }, { event: { type, day, person } }) => ({
    days: days.includes(day) ? days : [...days, day],
    people: type === 'registered' ? [...people, person] : people,
  }),
  wrong: () => [],
  standing: ({ days, people }, state) => [
    people.length > 0 !== (state === 'registered') && `${people.length} people registered, and it is ${state}`,
    (days.length === 0) !== (state === 'new') && `it was seen on ${days.length} days, and it is ${state}`,
  ],
  asksFor: {},
  waits: () => ({}),
  ends: ['new', 'visiting', 'registered'],
})
