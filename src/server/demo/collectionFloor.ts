import { businessDay } from '../../machines/calendar.ts'
import type { CollectionGroup } from '../../machines/collectionGroup.ts'
import type { CollectionStage } from '../../machines/collectionStages.ts'
import { usualDailyCap } from '../../machines/collector.ts'
import type { RecoveryCaseEvent } from '../../machines/recoveryCase.facts.ts'
import { choose, type Ready } from '../dispatch/choose.ts'
import { groups, type GroupId, type Member } from './collectors.ts'

type Wanted = { orderNo: string; app: string; stage: CollectionStage; company: string; had: string | null }
type Desk = Ready & { groupId: GroupId; group: CollectionGroup; until: string; day: string; given: number }
type Allotment = Omit<Extract<RecoveryCaseEvent, { type: 'allotted' }>, 'type' | 'by' | 'at'>

/** The collectors of the lender: the dispatcher's rules choose who gets the next case, among those on shift. */
export const collectionFloor = (members: readonly Member[]) => {
  const desks = members.map(({ collector, group, until }): Desk => ({
    id: collector,
    weight: 1,
    holds: 0,
    turn: 0,
    pos: 0,
    groups: [groups[group]],
    groupId: group,
    group: groups[group],
    until,
    day: '',
    given: 0,
  }))
  let pos = 0

  return {
    /** A case came to somebody, or left them. */
    holds: (collector: string | null, more: 1 | -1) => {
      const desk = desks.find(({ id }) => id === collector)
      if (desk) desk.holds += more
    },
    companyOf: (collector: string) => desks.find(({ id }) => id === collector)!.group.company,
    give: ({ orderNo, app, stage, company, had }: Wanted, at: number): Allotment | undefined => {
      const day = businessDay(at)
      const able = desks.filter(
        (desk) => desk.group.company === company && desk.group.stages.includes(stage) && desk.until >= day,
      )
      const ready = able.map((desk) => ({ ...desk, left: usualDailyCap - (desk.day === day ? desk.given : 0) }))
      if (ready.length === 0) return undefined
      const [choice] = choose(ready, [{ orderNo, app, barred: null, had: had === null ? [] : [had] }])
      if (!choice) return undefined
      const desk = desks.find(({ id }) => id === choice.to)!
      const givenToday = usualDailyCap - choice.left
      pos += 1
      Object.assign(desk, { turn: choice.turn, pos, day, given: givenToday + 1 })
      return {
        holder: choice.to,
        company,
        group: desk.groupId,
        stages: desk.group.stages,
        apps: desk.group.apps,
        capacity: choice.capacity,
        holds: choice.holds,
        dailyCap: usualDailyCap,
        givenToday,
        certifiedUntil: desk.until,
        strategy: 'leastLoaded.1',
      }
    },
  }
}
export type CollectionFloor = ReturnType<typeof collectionFloor>
