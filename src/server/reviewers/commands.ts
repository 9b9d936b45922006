import { sql } from 'kysely'
import { onShift } from '../../machines/shifts.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import * as reviewers from '../../services/reviewers.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput, type FieldIssue } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { type CallOf, origin, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
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
    if (id !== undefined) await store.existing(`reviewGroup/${id}`)
    const same = await db.sql
      .selectFrom('review_group')
      .select('id')
      .where(sql<boolean>`lower(name) = lower(${group.name})`)
      .executeTakeFirst()
    if (same && same.id !== id) {
      // A concurrent retry of the same call may have taken the name.
      const done = await store.answered(call)
      if (done) return done
      throw badInput([{ field: 'name', reason: 'groupTaken' }], call.language)
    }
    const { next } = (
      await sql<{ next: number }>`
      select ${id === undefined ? sql`nextval('review_group_id')` : sql`${id}`}::int as next`.execute(db.sql)
    ).rows[0]!
    return store.send({
      stream: `reviewGroup/${next}`,
      ...(version !== undefined && { version }),
      event: { type: id === undefined ? 'groupCreated' : 'groupChanged', ...stamp(call), ...group },
      ...origin(call),
    })
  }

  const flawsOf = async ({ apps, appGrouping, members, shifts }: GroupInput, id: number | undefined) => {
    const known = new Set((await db.sql.selectFrom('lending_app').select('code').execute()).map(({ code }) => code))
    const before = await db.sql
      .selectFrom('review_group')
      .select('members')
      .where('id', '=', id ?? 0)
      .executeTakeFirst()
    // A member who lost the permission to review may stay a member: dispatch gives them nothing.
    const able = new Set([...(await people()).map((person) => person.id), ...(before?.members ?? [])])
    const flaws: (FieldIssue | false)[] = [
      apps.some((app) => !known.has(app)) && { field: 'apps', reason: 'app' },
      members.some((member) => !able.has(member)) && { field: 'members', reason: 'member' },
      isTwice(members) && { field: 'members', reason: 'twice' },
      isTwice(apps) && { field: 'apps', reason: 'twice' },
      appGrouping && apps.length === 0 && { field: 'apps', reason: 'required' },
      shifts.some(({ from, to }) => from === to) && { field: 'shifts', reason: 'hours' },
    ]
    return flaws.filter((flaw) => flaw !== false)
  }

  const { command } = commandsOf(server, 'reviewGroup', ({ id }: { id: number }) => String(id))
  command(reviewers.groupClose, 'groupClosed')
  command(reviewers.groupReopen, 'groupReopened')

  handle(reviewers.list, ({ period }, call) => statistics(period, call.now))

  handle(reviewers.mine, async (_body, call) => {
    const row = await db.sql.selectFrom('reviewer').selectAll().where('id', '=', call.staff.account).executeTakeFirst()
    const groups = await db.sql
      .selectFrom('review_group')
      .select('shifts')
      .where('state', '=', 'open')
      .where(sql<boolean>`members ? ${call.by}`)
      .execute()
    const since = row?.since ?? null
    return {
      since,
      until: since === null ? null : since + policy.signInTtl,
      onShift: groups.some(({ shifts }) => onShift(shifts, clock.now())),
      weight: row?.weight ?? 1,
    }
  })

  handle(reviewers.signIn, (_body, call) =>
    store.send({
      stream: `reviewer/${call.staff.account}`,
      event: { type: 'signedIn', ...stamp(call), reviewer: call.by, signInTtl: policy.signInTtl },
      ...origin(call),
    }),
  )

  handle(reviewers.signOut, (_body, call) =>
    store.send({
      stream: `reviewer/${call.staff.account}`,
      event: { type: 'signedOut', ...stamp(call), reviewer: call.by },
      ...origin(call),
    }),
  )

  /** Maps a staff id to the stream of the reviewer; throws not found for an unknown id. */
  const streamOf = async (id: string) => {
    const account = Number(/^staff\/(\d{1,9})$/.exec(id)?.[1])
    if (Number.isNaN(account) || (await store.version(`account/${account}`)) === 0) throw notFound()
    return `reviewer/${account}`
  }

  handle(reviewers.sendHome, async ({ id, version }, call) =>
    store.send({
      stream: await streamOf(id),
      version,
      event: { type: 'sentHome', ...stamp(call) },
      ...origin(call),
    }),
  )

  handle(reviewers.setWeight, async ({ id, version, weight }, call) =>
    store.send({
      stream: await streamOf(id),
      version,
      event: { type: 'weightSet', ...stamp(call), weight },
      ...origin(call),
    }),
  )
}

type GroupInput = Omit<BodyOf<typeof reviewers.groupSave>, 'id' | 'version'>

const isTwice = (values: readonly string[]) => new Set(values).size < values.length
