import { addDays, businessDay } from '../../machines/calendar.ts'
import type { CollectionGroup } from '../../machines/collectionGroup.ts'
import { create } from '../../services/collectionGroup.ts'
import { certify, join } from '../../services/collector.ts'
import type { Server } from '../server.ts'
import type { Lender } from './catalogue.ts'

const hours = { apps: [], days: [1, 2, 3, 4, 5, 6], opens: '08:00', closes: '20:00' }
const own = { ...hours, company: '', commission: 0 }
export const groups: Record<string, CollectionGroup> = {
  'demo-near': { ...own, name: 'Pengingat', stages: ['pre'], capacity: 200, target: 9000 },
  'demo-late': { ...own, name: 'Penagihan', stages: ['s1', 's2', 'm2', 'm3'], capacity: 100, target: 3500 },
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
    stages: ['m3', 'm4'],
    capacity: 80,
    commission: 2500,
    target: 1200,
  },
}
/** Days for which a certificate is given. */
const certified = 3 * 365
const soon = 12

/** Makes the groups of collection, and puts the certified collectors into them. Nobody is signed in. */
export const makeCollectors = async ({ store, clock }: Server, { staff }: Pick<Lender, 'staff'>): Promise<void> => {
  const by = staff.collectionLead![0]!
  const at = clock.now()
  for (const [id, group] of Object.entries(groups))
    await store.send({
      stream: `collectionGroup/${id}`,
      event: { type: 'groupCreated', by, at, ...group },
      via: create.interface,
      key: `demo ${id}`,
    })
  const until = addDays(businessDay(at), certified)
  const [running, , ending] = staff.agencyCollector!
  /** The certificate of one agency's collector runs out soon, that of another one today. */
  const lastDays: Record<string, string> = {
    [running!]: addDays(businessDay(at), soon),
    [ending!]: businessDay(at),
  }
  const members = [
    ...staff.preCollector!.map((collector) => ({ collector, group: 'demo-near' })),
    ...staff.collector!.map((collector) => ({ collector, group: 'demo-late' })),
    ...staff.agencyCollector!.map((collector, nth) => ({ collector, group: `demo-agency-${1 + (nth % 2)}` })),
  ]
  for (const [nth, { collector, group }] of members.entries()) {
    const stream = `collector/${collector.slice('staff/'.length)}` as const
    await store.send({
      stream,
      event: { type: 'groupJoined', by, at, group, company: groups[group]!.company },
      via: join.interface,
      key: `demo join ${stream}`,
    })
    await store.send({
      stream,
      event: { type: 'certified', by, at, certificate: `SPPI-${1001 + nth}`, until: lastDays[collector] ?? until },
      via: certify.interface,
      key: `demo certify ${stream}`,
    })
  }
}
