import { blank } from '../../machines/kernel.ts'
import { ruleSetMachine } from '../../machines/ruleSet.ts'
import { commands, type RuleVersion } from '../../services/risk.ts'
import type { Process, Subject } from '../detail/command/subject.ts'

export const ruleSets: Process = { machine: ruleSetMachine, words: 'ruleSet', commands }

/** A version as the subject of commands; a built-in version has none. */
export const subjectOf = ({ name, row, state }: RuleVersion, title: string): Subject => ({
  process: ruleSets,
  stream: `ruleSet/${name}`,
  name: title,
  body: { number: row?.number },
  state: state ?? blank(ruleSetMachine),
})
