import { type State, stateName } from '../../machines/kernel.ts'
import type { RuleSet } from '../../machines/ruleSet.ts'
import type { Projection } from '../store/projection.ts'

const row = (_stream: string, { version, value, context }: State<RuleSet>) => ({
  number: context.number,
  version,
  state: stateName(value),
  title: context.title,
  base: context.base,
  place: context.place,
  rules: context.content!.rules.length,
  author: context.author,
  created_at: context.createdAt,
  editor: context.editor,
  edited_at: context.editedAt,
  proposer: context.proposer,
  publisher: context.publisher,
  published_at: context.publishedAt,
})

export type RuleSetRow = ReturnType<typeof row>

declare module '../db/tables.ts' {
  interface Tables {
    rule_set: RuleSetRow
  }
}

export const ruleSetProjection: Projection = { table: 'rule_set', key: 'number', row }
