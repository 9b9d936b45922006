import { addDays, businessDay, dayStart, weekday } from '../../machines/calendar.ts'
import type { Terms } from '../../machines/collectionGroup.ts'
import { usualStaffTimes } from '../../machines/staffRules.ts'
import { create, plan } from '../../services/collectionGroup.ts'
import { certify, join, signIn, signOut } from '../../services/collector.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Lender } from './catalogue.ts'

const hour = 3_600_000
const hours = { apps: [], days: [1, 2, 3, 4, 5, 6], opens: '08:00', closes: '20:00' }
const own = { ...hours, company: '', commission: 0 }
export const groups = {
  'demo-near': { ...own, name: 'Pengingat', stages: ['pre'], capacity: 200, target: 9000 },
  'demo-early': { ...own, name: 'Penagihan Awal', stages: ['s1', 's2'], capacity: 100, target: 5500 },
  'demo-late': { ...own, name: 'Penagihan Lanjut', stages: ['s2', 'm2', 'm3'], capacity: 100, target: 3500 },
  'demo-agency-1': {
    ...hours,
    name: 'Agen Timur',
    company: 'Agen Penagihan Timur',
    stages: ['m2', 'm3', 'm4'],
    capacity: 80,
    commission: 2000,
    target: 1500,
  },
  'demo-agency-2': {
    ...hours,
    name: 'Agen Barat',
    company: 'Agen Penagihan Barat',
    stages: ['m2', 'm3', 'm4'],
    capacity: 80,
    commission: 2500,
    target: 1200,
  },
} satisfies Record<string, Terms>
export type GroupId = keyof typeof groups
export type Member = { collector: string; group: GroupId; until: string }
/** Days for which a certificate is given. */
const certified = 3 * 365
const soon = 12
/** The days since the collectors joined, who collected for four months. */
const joinedAgo = 150
/** The last days on which collectors came to work, one by one; they are many. */
const workdays = 14

/** The collectors of the simulated lender, each with a group and the last day of the certificate. */
export const membersOf = ({ staff }: Pick<Lender, 'staff'>, now: number): Member[] => {
  const today = businessDay(now)
  const until = addDays(today, certified)
  const [running, , ending] = staff.agencyCollector!
  /** The certificate of one agency's collector runs out soon, that of another one today. */
  const lastDays: Record<string, string> = { [running!]: addDays(today, soon), [ending!]: today }
  const inGroup = (collectors: readonly string[], groupOf: (nth: number) => GroupId) =>
    collectors.map((collector, nth) => ({ collector, group: groupOf(nth), until: lastDays[collector] ?? until }))
  return [
    ...inGroup(staff.preCollector!, () => 'demo-near'),
    ...inGroup(staff.collector!, (nth) => (nth % 5 < 3 ? 'demo-early' : 'demo-late')),
    ...inGroup(staff.agencyCollector!, (nth) => (nth % 2 === 0 ? 'demo-agency-1' : 'demo-agency-2')),
  ]
}

/** The targets of the groups; lower for those of late cases. */
const targetsOf = (id: GroupId, recoveryRate: number, more: number) => ({
  coverage: 3000 + more,
  rightParty: 4500,
  promiseRate: id === 'demo-near' ? 2000 : 4000,
  keptRate: 6000,
  recoveryRate,
  cureRate: id === 'demo-near' ? 1500 : 300,
  rollRate: 500,
  productivity: id === 'demo-near' ? 400_000 : 150_000,
})

/** The targets since the groups began, those of the last month, and those that are still ahead. */
const planTargets = async ({ append }: Server['store'], by: string, now: number) => {
  const today = businessDay(now)
  const plans = [
    { from: addDays(today, -joinedAgo), ago: joinedAgo, more: 0 },
    { from: addDays(today, -30), ago: 33, more: 300 },
    { from: addDays(today, 14), ago: 2, more: 500 },
  ]
  for (const { from, ago, more } of plans)
    await append(
      Object.entries(groups).map(([id, { target }]): Command => ({
        stream: `collectionGroup/${id}`,
        event: {
          type: 'targetsPlanned',
          by,
          at: dayStart(addDays(today, -ago)) + 9 * hour,
          from,
          ...targetsOf(id as GroupId, target + more, more),
        },
        via: plan.interface,
        key: `demo targets ${from} ${id}`,
      })),
    )
}

/** Makes the groups of collection, and puts the certified collectors into them. Nobody is signed in. */
export const makeCollectors = async ({ store, clock }: Server, lender: Pick<Lender, 'staff'>): Promise<void> => {
  const by = lender.staff.collectionLead![0]!
  const now = clock.now()
  const at = dayStart(addDays(businessDay(now), -joinedAgo))
  for (const [id, group] of Object.entries(groups))
    await store.send({
      stream: `collectionGroup/${id}`,
      event: { type: 'groupCreated', by, at, ...group },
      via: create.interface,
      key: `demo ${id}`,
    })
  await planTargets(store, by, now)
  const members = membersOf(lender, now)
  await store.append(
    members.map(({ collector, group }): Command => ({
      stream: streamOf(collector),
      event: { type: 'groupJoined', by, at, group, company: groups[group].company },
      via: join.interface,
      key: `demo join ${streamOf(collector)}`,
    })),
  )
  await store.append(
    members.map(({ collector, until }, nth): Command => ({
      stream: streamOf(collector),
      event: { type: 'certified', by, at, certificate: `SPPI-${1001 + nth}`, until },
      via: certify.interface,
      key: `demo certify ${streamOf(collector)}`,
    })),
  )
}

const streamOf = (collector: string) => `collector/${collector.slice('staff/'.length)}` as const

/** Makes the sign-ins of the collectors on the workdays of the last weeks, without today, which is not over. */
export const makeCollectorDays = async ({ store, clock }: Server, lender: Pick<Lender, 'staff'>): Promise<void> => {
  const members = membersOf(lender, clock.now())
  const today = businessDay(clock.now())
  for (let ago = workdays; ago > 0; ago -= 1) {
    const midnight = dayStart(addDays(today, -ago))
    if (weekday(midnight) === 7) continue
    const command = (collector: string, type: 'signedIn' | 'signedOut', at: number): Command => ({
      stream: streamOf(collector),
      event: { type, by: collector, at, collector, ...(type === 'signedIn' && usualSignIn) } as Command['event'],
      via: (type === 'signedIn' ? signIn : signOut).interface,
      key: `demo ${type} ${midnight} ${streamOf(collector)}`,
    })
    await store.append(
      members.map(({ collector }, nth) => command(collector, 'signedIn', midnight + 8 * hour - nth * 20_000)),
    )
    await store.append(
      members.map(({ collector }, nth) => command(collector, 'signedOut', midnight + 18 * hour + nth * 20_000)),
    )
  }
}

const usualSignIn = { signInTtl: usualStaffTimes.signInTtl }
