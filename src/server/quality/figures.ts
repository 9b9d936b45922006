import { sql } from 'kysely'
import type { BodyOf, DataOf } from '../../services/endpoint.ts'
import type { figures } from '../../services/quality.ts'
import { between } from '../lists/conditions.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'

/** Counts verdicts by seller, and agreement by checker: a second check counts for both of its people. */
export const qualityFigures =
  ({ db }: Pick<Server, 'db'>) =>
  async ({ sampledFrom, sampledTo }: BodyOf<typeof figures>): Promise<DataOf<typeof figures>> => {
    const chosen = db.sql.selectFrom('quality').where((eb) => eb.and(between('sampled_at', sampledFrom, sampledTo)))
    const counted = await chosen
      .select(['seller', 'state', 'checker', 'first_checker', 'second_checker', 'agrees'])
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .groupBy(['seller', 'state', 'checker', 'first_checker', 'second_checker', 'agrees'])
      .orderBy(sql`1, 2, 3, 4, 5, 6`)
      .execute()
    const names = await staffNames(
      db,
      counted.flatMap((row) => [row.seller, row.checker, row.first_checker, row.second_checker]),
    )
    const sum = (of: (row: (typeof counted)[number]) => boolean) =>
      counted.filter(of).reduce((total, { n }) => total + n, 0)
    const named = (ids: (string | null)[]) =>
      [...new Set(ids)]
        .filter((id) => id !== null)
        .map((id) => ({ id, name: names.get(id) ?? id }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'id'))
    return {
      sellers: named(counted.map(({ seller }) => seller)).map((one) => ({
        ...one,
        passed: sum(({ seller, state }) => seller === one.id && state === 'passed'),
        failed: sum(({ seller, state }) => seller === one.id && state === 'failed'),
      })),
      checkers: named(counted.flatMap((row) => [row.checker, row.first_checker, row.second_checker])).map((one) => {
        const compared = (agrees: 'yes' | 'no') => (row: (typeof counted)[number]) =>
          row.agrees === agrees && (row.first_checker === one.id || row.second_checker === one.id)
        return {
          ...one,
          checked: sum(({ checker }) => checker === one.id),
          agreed: sum(compared('yes')),
          differed: sum(compared('no')),
        }
      }),
    }
  }
