import { type RawBuilder, type Selectable, sql } from 'kysely'
import { leavesOf } from '../../machines/paths.ts'
import { allRoutes } from '../../machines/routes.ts'
import type * as account from '../../services/account.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type { Database } from '../db/database.ts'
import { containing } from '../kit/like.ts'
import { limits } from '../kit/limits.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { limitOf } from '../staff/appScope.ts'
import { idleSince } from '../staff/sessions.ts'
import { languageOr, statusOf } from './account.profile.ts'
import type { AccountRow } from './account.projection.ts'

type Condition = RawBuilder<boolean>
type Filter = Omit<BodyOf<typeof account.count>, 'exact'>

const { ofPair, ofAccount, ofDevice } = limits.logins

/** Whether too many wrong passwords lock the account in rows `a` and `p`. The limiter's library uses the real time. */
const isLocked: Condition = sql`exists (
  select from throttle t where t.expire > extract(epoch from now()) * 1000 and (
    (t.key = 'account:' || p.email and t.points >= ${ofAccount}) or
    (starts_with(t.key, 'login:' || p.email || ' ') and t.points >= ${ofPair}) or
    (starts_with(t.key, 'device:' || p.id || ' ') and t.points >= ${ofDevice})))`

const holdsRole = (role: Condition): Condition => sql`exists (
  select from role r where a.roles @> to_jsonb(r.id) and ${role})`

/** The menu names that open a screen: its own, and those of the lists that lead to it. */
const namesFor = (menu: string): string[] => [
  menu,
  ...(leavesOf(allRoutes).find(({ route }) => route.name === menu)?.route.with ?? []),
]

const conditionsOf = ({ email, fullName, role, status, menu, interface: call, locked }: Filter): Condition[] => [
  ...(email === undefined ? [] : [sql<boolean>`p.email ilike ${containing(email)}`]),
  ...(fullName === undefined ? [] : [sql<boolean>`p.name ilike ${containing(fullName)}`]),
  ...(role === undefined ? [] : [holdsRole(sql`r.name = ${role}`)]),
  ...(status === undefined ? [] : [sql<boolean>`a.state = ${status}`]),
  ...(menu === undefined ? [] : [holdsRole(sql`(r.name = 'admin' or r.menus ?| ${namesFor(menu)}::text[])`)]),
  ...(call === undefined ? [] : [holdsRole(sql`(r.name = 'admin' or r.interfaces ? ${call})`)]),
  ...(locked === undefined ? [] : [locked ? isLocked : sql<boolean>`not ${isLocked}`]),
]

const found = ({ sql: db }: Database, conditions: readonly Condition[]) =>
  conditions.reduce(
    (query, condition) => query.where(condition),
    db.selectFrom('profile as p').innerJoin('account as a', 'a.id', 'p.id'),
  )

type Role = { id: number; name: string }
type Group = { id: number; name: string; apps: string[]; appGrouping: boolean }

/** The columns of an account, from rows `a` and `p`. */
const columns = (now: number) =>
  [
    'a.id',
    'a.version',
    'a.state',
    'a.link_until',
    'p.name',
    'p.email',
    'p.language',
    'p.introduction',
    sql<boolean>`p.password <> ''`.as('hasPassword'),
    isLocked.as('locked'),
    sql<Role[]>`(
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.id), '[]')
      from role r where a.roles @> to_jsonb(r.id))`.as('roles'),
    sql<Group[]>`(
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'apps', g.apps, 'appGrouping', g.app_grouping)
        order by g.name), '[]') from review_group g where g.state = 'open' and g.members ? ('staff/' || a.id))`.as(
      'groups',
    ),
    sql<number>`(
      select count(*)::int from session s where s.account = a.id and s.ended_at is null and a.state = 'active'
        and s.seen_at > ${idleSince(now).seen} and s.started_at > ${idleSince(now).started})`.as('sessions'),
    sql<number | null>`(select max(s.seen_at) from session s where s.account = a.id)`.as('seenAt'),
  ] as const

type Row = Pick<Selectable<AccountRow>, 'id' | 'version' | 'state' | 'link_until'> & {
  name: string
  email: string
  language: string
  introduction: string
  roles: Role[]
  groups: Group[]
  hasPassword: boolean
  locked: boolean
  sessions: number
  seenAt: number | null
}

const shown = ({ state, link_until, groups, language, ...row }: Row): account.Account => ({
  ...row,
  status: statusOf(state),
  language: languageOr(language),
  linkUntil: link_until,
  groups: groups.map(({ apps: _, ...group }) => group),
  apps: row.roles.some(({ name }) => name === 'admin') ? null : limitOf(groups),
})

/** Reads accounts a page at a time or singly, and counts those that a filter finds. */
export const accountLists = ({ db, clock }: Pick<Server, 'db' | 'clock'>) => {
  const page = async ({ after, sort = 'name', limit = pageSize, ...filter }: BodyOf<typeof account.list>) => {
    const on = beyond(['p.name', 'p.id'], sort, after && [after.name, after.id])
    const rows = await found(db, [...conditionsOf(filter), on])
      .select(columns(clock.now()))
      .orderBy(inOrder(['p.name', 'p.id'], sort))
      .limit(limit + 1)
      .execute()
    return pageOf(rows.map(shown), limit, ({ name, id }) => ({ name, id }))
  }

  const count = ({ exact, ...filter }: BodyOf<typeof account.count>) =>
    countRows(db, found(db, conditionsOf(filter)), { by: 'p.name', exact })

  const one = async (id: number): Promise<account.Account | undefined> => {
    const row = await found(db, [sql`a.id = ${id}`])
      .select(columns(clock.now()))
      .executeTakeFirst()
    return row && shown(row)
  }

  return { page, count, one }
}
