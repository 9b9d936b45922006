import { sql } from 'kysely'
import { onShift } from '../../machines/shifts.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import * as reviewers from '../../services/reviewers.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput, type FieldIssue } from '../kit/inputIssues.ts'
import type { Server } from '../server.ts'
import { attendanceOf } from '../staff/attendance.ts'
import { type CallOf, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { flawsOfApps, isTaken, isTwice } from '../staff/groups.ts'
import { staffNames } from '../staff/names.ts'
import { mayDecide } from './people.ts'
import { reviewerStatistics } from './statistics.ts'

/** Review groups, the sign-in and weight of reviewers, and the statistics of their decisions. */
export const reviewerHandlers = (server: Server) => {
  const { db, store, clock, handle } = server
  const statistics = reviewerStatistics(server)

  /** Active staff who may decide at one stage or both. */
  const people = async () => {
    const { rows } = await sql<{ id: string; name: string; first: boolean; final: boolean }>`
      select * from (
        select 'staff/' || a.id as id, p.name, ${mayDecide('first')} as first, ${mayDecide('final')} as final
        from account a join profile p on p.id = a.id where a.state = 'active'
      ) staff where first or final order by name, id`.execute(db.sql)
    return rows.map(({ first, final, ...person }) => ({
      ...person,
      stages: [...(first ? (['first'] as const) : []), ...(final ? (['final'] as const) : [])],
    }))
  }

  handle(reviewers.groups, async (_body, call) => {
    const rows = await db.sql.selectFrom('review_group').selectAll().orderBy('state', 'desc').orderBy('name').execute()
    const able = await people()
    const members = new Set(rows.flatMap((row) => row.members))
    for (const { id } of able) members.delete(id)
    const gone = [...(await staffNames(db, [...members]))].map(([id, name]) => ({ id, name, stages: [] }))
    return {
      groups: rows.map(({ app_grouping: appGrouping, ...row }) => ({
        ...row,
        appGrouping,
        state: row.state === 'open' ? ('open' as const) : ('closed' as const),
        onShift: row.state === 'open' && onShift(row.shifts, call.now),
      })),
      people: [...able, ...gone],
    }
  })

  const { command, begin, send } = commandsOf(server, 'reviewGroup', ({ id }: { id: number }) => String(id))
  handle(reviewers.groupSave, async (body, call) => {
    const done = await store.answered(call)
    return done ?? againWhenTaken(() => saveGroup(body, call))
  })

  const saveGroup = async (
    { id, version, ...group }: BodyOf<typeof reviewers.groupSave>,
    call: CallOf<typeof reviewers.groupSave>,
  ) => {
    const wrong = await flawsOf(group, id)
    if (wrong.length > 0) throw badInput(wrong, call.language)
    if (await isTaken(db, 'review_group', group.name, id)) {
      // A concurrent retry of the same call may have taken the name.
      const done = await store.answered(call)
      if (done) return done
      throw badInput([{ field: 'name', reason: 'groupTaken' }], call.language)
    }
    const event = { type: id === undefined ? 'groupCreated' : 'groupChanged', ...stamp(call), ...group } as const
    if (id !== undefined) return send({ id, ...(version !== undefined && { version }) }, call, event)
    const { next } = (await sql<{ next: number }>`select nextval('review_group_id')::int as next`.execute(db.sql))
      .rows[0]!
    return begin(String(next), call, event)
  }

  const flawsOf = async ({ apps, appGrouping, members, shifts }: GroupInput, id: number | undefined) => {
    const before = await db.sql
      .selectFrom('review_group')
      .select('members')
      .where('id', '=', id ?? 0)
      .executeTakeFirst()
    // A member who lost the permission to review may stay a member: dispatch gives them nothing.
    const able = new Set([...(await people()).map((person) => person.id), ...(before?.members ?? [])])
    const flaws: (FieldIssue | false)[] = [
      ...(await flawsOfApps(db, apps)),
      members.some((member) => !able.has(member)) && { field: 'members', reason: 'member' },
      isTwice(members) && { field: 'members', reason: 'twice' },
      appGrouping && apps.length === 0 && { field: 'apps', reason: 'required' },
      shifts.some(({ from, to }) => from === to) && { field: 'shifts', reason: 'hours' },
    ]
    return flaws.filter((flaw) => flaw !== false)
  }

  command(reviewers.groupClose, 'groupClosed')
  command(reviewers.groupReopen, 'groupReopened')

  handle(reviewers.list, ({ period }, call) => statistics(period, call.now))

  handle(reviewers.mine, async (_body, call) => {
    const { context } = await store.state(`reviewer/${call.staff.account}`)
    const groups = await db.sql
      .selectFrom('review_group')
      .select('shifts')
      .where('state', '=', 'open')
      .where(sql<boolean>`members ? ${call.by}`)
      .execute()
    const { since, signInDue, weight } = context
    return {
      since,
      until: since === null ? null : signInDue,
      onShift: groups.some(({ shifts }) => onShift(shifts, clock.now())),
      weight,
    }
  })

  const { signIn, signOut, set } = attendanceOf(server, 'reviewer')
  handle(reviewers.signIn, (_body, call) => signIn(call))
  handle(reviewers.signOut, (_body, call) => signOut(call))
  handle(reviewers.sendHome, (body, call) => set(body, { type: 'sentHome' }, call))
  handle(reviewers.setWeight, ({ weight, ...body }, call) => set(body, { type: 'weightSet', weight }, call))
}

type GroupInput = Omit<BodyOf<typeof reviewers.groupSave>, 'id' | 'version'>
