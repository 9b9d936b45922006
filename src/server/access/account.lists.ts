import { type RawBuilder, type Selectable, sql } from 'kysely'
import { leavesOf } from '../../machines/paths.ts'
import { allRoutes } from '../../machines/routes.ts'
import type * as account from '../../services/account.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type { AccountRow } from '../db/tables.ts'
import { containing } from '../kit/like.ts'
import { limits } from '../kit/limits.ts'
import { beyond, cap, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { limitOf } from '../staff/appScope.ts'
import { idleSince } from '../staff/sessions.ts'
import { languageOr, statusOf } from './account.profile.ts'

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

const found = (conditions: readonly Condition[]) =>
  sql`from profile p join account a on a.id = p.id where ${sql.join([sql`true`, ...conditions], sql` and `)}`

type Row = Pick<Selectable<AccountRow>, 'id' | 'version' | 'state' | 'link_until'> & {
  name: string
  email: string
  language: string
  roles: { id: number; name: string }[]
  groups: { id: number; name: string; apps: string[]; appGrouping: boolean }[]
  hasPassword: boolean
  locked: boolean
  sessions: number
  seenAt: number | null
}

/** SQL: the columns of an account, from rows `a` and `p`. */
const columns = (now: number) => sql`
  a.id, a.version, a.state, a.link_until, p.name, p.email, p.language, p.password <> '' as "hasPassword", ${isLocked} as locked,
  (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.id), '[]')
    from role r where a.roles @> to_jsonb(r.id)) as roles,
  (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'apps', g.apps, 'appGrouping', g.app_grouping)
    order by g.name), '[]') from review_group g where g.state = 'open' and g.members ? ('staff/' || a.id)) as groups,
  (select count(*)::int from session s where s.account = a.id and s.ended_at is null and a.state = 'active'
    and s.seen_at > ${idleSince(now).seen} and s.started_at > ${idleSince(now).started}) as sessions,
  (select max(s.seen_at) from session s where s.account = a.id) as "seenAt"`

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
    const { rows } = await sql<Row>`
      select ${columns(clock.now())} ${found([...conditionsOf(filter), on])}
      order by ${inOrder(['p.name', 'p.id'], sort)} limit ${limit + 1}`.execute(db.sql)
    return pageOf(rows.map(shown), limit, ({ name, id }) => ({ name, id }))
  }

  const count = async ({ exact, ...filter }: BodyOf<typeof account.count>) => {
    const some = exact ? sql`` : sql`limit ${cap + 1}`
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select 1 ${found(conditionsOf(filter))} ${some}) as matching`.execute(db.sql)
    const all = rows[0]!.count
    return all > cap && !exact ? { count: cap, capped: true } : { count: all, capped: false }
  }

  const one = async (id: number): Promise<account.Account | undefined> => {
    const { rows } = await sql<Row>`select ${columns(clock.now())} ${found([sql`a.id = ${id}`])}`.execute(db.sql)
    return rows.map(shown)[0]
  }

  return { page, count, one }
}
