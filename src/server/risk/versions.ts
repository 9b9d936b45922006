import { firstRules, firstVersion } from '../../machines/rules.first.ts'
import type { RuleContent } from '../../machines/rules.ts'
import type { Database } from '../db/database.ts'
import type { Store } from '../store/store.ts'
import { compileInTurns, type CompiledRules, compileRules } from './compile.ts'

export type RuleVersions = ReturnType<typeof createRuleVersions>

const mostKept = 20

const ofStores = new WeakMap<Store, RuleVersions>()

export const ruleSetStream = (number: number | string) => `ruleSet/${number}` as const

/** One instance per store, so that all handlers share the compiled versions. */
export const rulesOf = ({ db, store }: { db: Database; store: Store }): RuleVersions => {
  const known = ofStores.get(store) ?? createRuleVersions({ db, store })
  ofStores.set(store, known)
  return known
}

/** Reads and compiles rule versions. A published one never changes: the built-in and 20 others stay compiled. */
export const createRuleVersions = ({ db, store }: { db: Database; store: Store }) => {
  const compiled = new Map<string, CompiledRules>([[firstVersion, compileRules(firstVersion, firstRules)]])

  /** The version published last, which is in force, and its place: how many were published. */
  const last = async (): Promise<{ inForce: string; place: number }> => {
    const row = await db.sql
      .selectFrom('rule_set')
      .select(['number', 'place'])
      .where('place', 'is not', null)
      .orderBy('place', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ? { inForce: String(row.number), place: row.place! } : { inForce: firstVersion, place: 0 }
  }
  const inForce = async (): Promise<string> => (await last()).inForce

  /** A version's present content; undefined when there is no such version. */
  const contentOf = async (version: string): Promise<RuleContent | undefined> => {
    if (version === firstVersion) return firstRules
    if (!/^\d{1,9}$/.test(version)) return undefined
    const { context } = await store.state(ruleSetStream(version))
    return context.content ?? undefined
  }

  /** A published version, compiled; undefined when it was not published. */
  const published = async (version: string): Promise<CompiledRules | undefined> => {
    const known = compiled.get(version)
    if (known) return known
    if (!/^\d{1,9}$/.test(version)) return undefined
    const { context } = await store.state(ruleSetStream(version))
    const { place, content } = context
    if (place === null || !content) return undefined
    const rules = await compileInTurns(version, content)
    if (compiled.size > mostKept) compiled.delete([...compiled.keys()][1]!)
    compiled.set(version, rules)
    return rules
  }

  const current = async (): Promise<CompiledRules> => (await published(await inForce()))!

  return { last, inForce, contentOf, published, current }
}
