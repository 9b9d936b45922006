import { type DeadlineFact, type Fact, onPayload } from './kernel.ts'

/** The largest weight of a person. The system gives nothing to somebody of weight 0. */
export const mostWeight = 10

/** Whether a person takes work now, and the weight of their share. */
export type Attendance = { since: number | null; signInDue: number; weight: number }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
type SignedIn = Did<'signedIn', { signInTtl: number }>
type WeightSet = Did<'weightSet', { weight: number }>
/** `Of` names the person that the event is about. */
export type AttendanceEvent<Of> =
  | (SignedIn & Of)
  | Did<'signedOut', Of>
  | Did<'sentHome'>
  | WeightSet
  | DeadlineFact<'signInExpired'>

type About = { event: Fact & { weight?: number } }

export const weightInRange = onPayload(
  ({ event: { weight } }: About) => Number.isInteger(weight) && weight! >= 0 && weight! <= mostWeight,
)

export const came = ({ event }: { event: Fact }) => {
  const { at, signInTtl } = event as SignedIn
  return { since: at, signInDue: at + signInTtl }
}
export const gone = { since: null }
export const weighed = ({ event }: { event: Fact }) => ({ weight: (event as WeightSet).weight })

/** The steps of somebody who takes work: while away, and while at work. `area` is where the interfaces are. */
export const attendanceIn = (area: string) => {
  const weightSet = {
    guard: 'weightInRange',
    meta: { interface: `${area}.setWeight`, asks: ['weight'] },
    actions: 'weigh',
  } as const
  return {
    away: {
      signedIn: { target: 'atWork', guard: 'oneself', meta: { interface: `${area}.signIn` }, actions: 'come' },
      weightSet,
    },
    atWork: {
      signedOut: { target: 'away', guard: 'oneself', meta: { interface: `${area}.signOut` }, actions: 'go' },
      sentHome: { target: 'away', meta: { interface: `${area}.sendHome` }, actions: 'go' },
      weightSet,
      signInExpired: { target: 'away', meta: { after: 'signInDue' }, actions: 'go' },
    },
  } as const
}
