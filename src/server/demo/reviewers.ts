import { addDays, businessDay, dayStart, weekday } from '../../machines/calendar.ts'
import type { ReviewGroup } from '../../machines/reviewGroup.ts'
import { usualStaffTimes } from '../../machines/staffRules.ts'
import * as reviewers from '../../services/reviewers.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Lender } from './catalogue.ts'

const hour = 60 * 60_000
const office = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }
const saturday = { days: [6], from: '08:00', to: '13:00' }
const daysAgo = 45

/** Makes review groups and weights. Nobody is signed in. */
export const makeReviewers = async ({ store, clock, db }: Server, { staff, apps }: Pick<Lender, 'staff' | 'apps'>) => {
  const lead = staff.reviewLead![0]!
  const first = staff.reviewer1!
  const final = staff.reviewer2!
  const groups: ReviewGroup[] = [
    { name: 'Review Awal', apps: [], appGrouping: false, stages: ['first'], capacity: 5, shifts: [], members: first },
    { name: 'Review Akhir', apps: [], appGrouping: false, stages: ['final'], capacity: 4, shifts: [], members: final },
    {
      name: apps[0]!.name,
      apps: [apps[0]!.code],
      appGrouping: false,
      stages: ['first', 'final'],
      capacity: 8,
      shifts: [office, saturday],
      members: [...staff.approve!, first[0]!],
    },
  ]
  // Before their first sign-in.
  const at = dayStart(addDays(businessDay(clock.now()), -daysAgo))
  let group = 0
  for (const one of groups) {
    group += 1
    await store.send({
      stream: `reviewGroup/${group}`,
      event: { type: 'groupCreated', by: lead, at, ...one },
      via: reviewers.groupSave.interface,
      key: `demo group ${group}`,
    })
  }
  await db.sql
    .selectNoFrom((eb) => eb.fn('setval', [eb.val('review_group_id'), eb.val(groups.length)]).as('n'))
    .execute()
  const weights = new Map([first[1]!, final[0]!].map((one) => [one, 2]))
  for (const [reviewer, weight] of weights) {
    await store.send({
      stream: streamOf(reviewer),
      event: { type: 'weightSet', by: lead, at, weight },
      via: reviewers.setWeight.interface,
      key: `demo weight ${reviewer}`,
    })
  }
}

/** Makes the sign-ins of the reviewers on the days of the last weeks. */
export const makeWorkdays = async ({ store, clock }: Server, { staff }: Pick<Lender, 'staff'>) => {
  for (const midnight of workdays(clock.now())) {
    const days = [...staff.reviewer1!, ...staff.reviewer2!].map((reviewer) => dayOf(reviewer, midnight))
    await store.append(days.map(([came]) => came))
    await store.append(days.map(([, left]) => left))
  }
}

const streamOf = (reviewer: string) => `reviewer/${reviewer.slice('staff/'.length)}`

/** The starts of the workdays of the last weeks, without today, which is not over. */
const workdays = (now: number): number[] =>
  Array.from({ length: daysAgo }, (_, index) => dayStart(addDays(businessDay(now), index - daysAgo))).filter(
    (midnight) => weekday(midnight) < 6,
  )

const dayOf = (reviewer: string, midnight: number): [Command, Command] => {
  const stream = streamOf(reviewer)
  const command = (event: Command['event'], via: string): Command => ({
    stream,
    event,
    via,
    key: `demo ${event.type} ${midnight} ${stream}`,
  })
  const came = { by: reviewer, at: midnight + 8 * hour, reviewer }
  return [
    command({ type: 'signedIn', ...came, signInTtl: usualStaffTimes.signInTtl }, reviewers.signIn.interface),
    command({ type: 'signedOut', ...came, at: midnight + 17 * hour }, reviewers.signOut.interface),
  ]
}
