import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import { type CollectionGroup, shiftsOf } from '../../machines/collectionGroup.ts'
import type { CollectionStage } from '../../machines/collectionStages.ts'
import { onShift } from '../../machines/shifts.ts'
import type { WaitReason } from '../../services/recoveryCase.ts'
import { heldBy, mayCollect } from '../collector/people.ts'
import type { Ready } from '../dispatch/choose.ts'
import type { Server } from '../server.ts'

type Group = CollectionGroup & { id: string; version: number }
/** A member of an open group: how many cases they got today, and how many more they may get. */
export type Desk = Ready & {
  account: number
  version: number
  accountVersion: number
  name: string
  state: string
  mayCollect: boolean
  cap: number
  left: number
  /** The last day of the certificate; empty without one. */
  until: string
  group: Group
}

/** SQL: how many cases the collector of row `t` got on a day. */
export const givenOn = (today: string) => sql<number>`coalesce(case when t.day = ${today} then t.given end, 0)`

/** The members of the open groups; with a stage only those at work for it, since the dispatcher asks all the time. */
export const desksOf = async ({ db }: Pick<Server, 'db'>, today: string, stage?: CollectionStage): Promise<Desk[]> => {
  const { rows } = await sql<Omit<Desk, 'groups'>>`
    select a.id as account, 'staff/' || a.id as id, w.version, a.version as "accountVersion", p.name, w.state, w.weight,
      a.state = 'active' and ${mayCollect} as "mayCollect", coalesce(w.certified_until, '') as until,
      w.daily_cap as cap, w.daily_cap - ${givenOn(today)} as "left", ${heldBy} as holds,
      coalesce(t.turn, 0) as turn, coalesce(t.pos, 0) as pos, to_jsonb(g) as group
    from collector w join account a on a.id = w.id join profile p on p.id = a.id
    join collection_group g on g.id = w.group_id and g.state = 'open'
      ${stage === undefined ? sql`` : sql`and g.stages ? ${stage} and w.state = 'atWork'`}
    left join case_turn t on t.collector = 'staff/' || a.id`.execute(db.sql)
  return rows.map((desk) => ({ ...desk, groups: [desk.group] }))
}

/** The open groups, with or without members. */
const groupsOf = async ({ db }: Pick<Server, 'db'>): Promise<Group[]> => {
  const { rows } = await sql<{ group: Group }>`
    select to_jsonb(g) as group from collection_group g where state = 'open'`.execute(db.sql)
  return rows.map(({ group }) => group)
}

/** Who works at an instant, for whoever asks about several cases. */
export type Floor = { now: number; groups: readonly Group[]; desks: readonly Desk[] }

export const floorOf = async ({ db, clock }: Pick<Server, 'db' | 'clock'>): Promise<Floor> => {
  const now = clock.now()
  return { now, groups: await groupsOf({ db }), desks: await desksOf({ db }, businessDay(now)) }
}

/** The kind of a case: its stage, and the agency that it is placed with, '' for none. */
export type Work = { stage: CollectionStage; company: string }

type Needed<About> = readonly (readonly [WaitReason, (about: About, work: Work, now: number) => boolean])[]

/** The lender's own staff may not contact the customer any more at the last stage: the case is to be placed. */
const awaitsAgency = ({ stage, company }: Work) => stage === 'm4' && company === ''

/** The conditions on a group that is given a case; the reason says that no group meets them. */
const ofGroup: Needed<Group> = [
  [
    'noGroup',
    ({ company, stages }, work) => !awaitsAgency(work) && company === work.company && stages.includes(work.stage),
  ],
]
const certified: Needed<Desk> = [
  ['nobodyCertified', (desk, _, now) => desk.mayCollect && desk.until >= businessDay(now)],
]
/** The further conditions on its member. */
const free: Needed<Desk> = [
  ['nobodyAtWork', ({ state, weight }) => state === 'atWork' && weight > 0],
  ['offShift', ({ group }, _, now) => onShift(shiftsOf(group), now)],
  ['capReached', ({ left }) => left > 0],
  ['full', ({ group, holds }) => group.capacity > holds],
]

/** Those whom a lead may give such a case, at work or not. */
export const certifiedOf = (desks: readonly Desk[], work: Work, now: number): Desk[] =>
  desks.filter(
    (desk) =>
      ofGroup.every(([, holds]) => holds(desk.group, work, now)) &&
      certified.every(([, holds]) => holds(desk, work, now)),
  )

/** Those whom the system may give such a case now. */
export const readyOf = (desks: readonly Desk[], work: Work, now: number): Desk[] =>
  certifiedOf(desks, work, now).filter((desk) => free.every(([, holds]) => holds(desk, work, now)))

const worksApp = ({ apps }: Pick<Group, 'apps'>, app: string) => apps.length === 0 || apps.includes(app)

/** Why such a case of an app is given to nobody now; `soon` where somebody may have it. */
export const whyWaits = ({ now, groups, desks }: Floor, work: Work, app: string): WaitReason => {
  if (awaitsAgency(work)) return 'noAgency'
  /** The first thing that none of some groups or desks is, and those that are all of it. */
  const among = <About>(all: readonly About[], needed: Needed<About>) => {
    let left = all
    for (const [reason, holds] of needed) {
      left = left.filter((one) => holds(one, work, now))
      if (left.length === 0) return { reason, left }
    }
    return { reason: undefined, left }
  }
  const able = among(
    groups.filter((group) => worksApp(group, app)),
    ofGroup,
  )
  const ids = new Set(able.left.map(({ id }) => id))
  const members = desks.filter(({ group }) => ids.has(group.id))
  return able.reason ?? among(members, [...certified, ...free]).reason ?? 'soon'
}
