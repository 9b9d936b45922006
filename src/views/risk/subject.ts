import { blank } from '../../machines/kernel.ts'
import { differencesOf } from '../../machines/rules.diff.ts'
import { ruleSetMachine } from '../../machines/ruleSet.ts'
import { commands, type RuleVersion } from '../../services/risk.ts'
import type { Process, Subject } from '../detail/command/subject.ts'

export const ruleSets: Process = { machine: ruleSetMachine, words: 'ruleSet', commands }

type Named = { nameOf: (version: string) => string; inForce: RuleVersion | undefined }

/** A version as the subject of commands; a built-in version has none. `inForce` is what it would replace. */
export const subjectOf = ({ name, row, state, content, tests }: RuleVersion, { nameOf, inForce }: Named): Subject => ({
  process: ruleSets,
  stream: `ruleSet/${name}`,
  name: nameOf(name),
  body: { number: row?.number },
  state: state ?? blank(ruleSetMachine),
  about: (_event, { t, number }) => {
    const backtest = tests.findLast(({ kind }) => kind === 'backtest')
    const differences = inForce && differencesOf(inForce.content, content)
    return {
      'risk:draftTitle': row?.title,
      'risk:rules': number(content.rules.length),
      ...(differences && {
        'risk:differences': t('risk:differing', {
          number: number(differences.rules.length + differences.scores.length),
          name: nameOf(inForce.name),
        }),
      }),
      'risk:tests': backtest
        ? `${t('risk:test.backtest', backtest)}: ${t('risk:test.changed', { count: backtest.changed })}`
        : t('risk:noBacktest'),
    }
  },
})
