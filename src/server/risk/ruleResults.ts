import type { Approval } from '../../machines/approval.facts.ts'
import { type FieldName, fields, type RuleAnswer } from '../../machines/rules.ts'
import type { JudgedRule } from '../../services/risk.ts'
import type { Server } from '../server.ts'
import type { CompiledRules } from './compile.ts'
import { lastReview } from './reviewInputs.ts'
import { rulesOf } from './versions.ts'

/**
 * Lists each rule's outcome for an application, by the version it was judged with; empty when that version is unknown.
 * `masked` leaves out the applicant's own inputs.
 */
export const ruleResultsOf = async (
  { db, store }: Pick<Server, 'db' | 'store'>,
  { finding, application, round }: Pick<Approval, 'finding' | 'application' | 'round'>,
  masked: boolean,
): Promise<JudgedRule[]> => {
  const compiled = finding && (await rulesOf({ db, store }).published(finding.ruleSet))
  if (!compiled) return []
  const inputs = (await lastReview(db, application!.orderNo, round))?.inputs
  const missing = new Set(finding.missing)
  const hits = new Set(finding.hits.map(({ rule }) => rule))
  // The finding overrides the recomputed outcome: the decision was based on it.
  const answers = compiled.answers(inputs ?? {}).map((answer) => ({
    ...answer,
    outcome: outcomeIn(answer, hits, missing),
    values: inputs ? known(answer.values, masked) : {},
  }))
  return inRows(compiled, answers)
}

const outcomeIn = (
  { rule, reads }: RuleAnswer,
  hits: ReadonlySet<string>,
  missing: ReadonlySet<string>,
): RuleAnswer['outcome'] => {
  if (hits.has(rule)) return 'hit'
  if (missing.has(rule)) return 'failed'
  return reads.some((name) => missing.has(name)) ? 'missing' : 'notHit'
}

const known = (values: RuleAnswer['values'], masked: boolean) =>
  masked
    ? Object.fromEntries(Object.entries(values).filter(([name]) => fields[name as FieldName].from !== 'applicant'))
    : values

/** Joins the answers of a version's rules with the rules themselves. */
export const inRows = ({ content }: CompiledRules, answers: readonly RuleAnswer[]): JudgedRule[] =>
  content.rules.map(({ expression: _, ...rule }, index) => {
    const { outcome, values, reads } = answers[index]!
    return { ...rule, reads, outcome, values }
  })
