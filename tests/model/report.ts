import { diffOf } from './diff.ts'
import type { Move } from './model.ts'
import type { Failure, Shown } from './walk.ts'

const inWords = ({ type, by, ...more }: Move) => [type, 'by', by, ...Object.values(more)].join(' ')

/** A failure as text: its steps, and the differences between expected and seen. */
export const told = ({ steps, ...shown }: Pick<Failure, 'steps'> & Shown): string =>
  [
    ...steps.map((move, index) => `  ${index === steps.length - 1 ? '✗' : ' '} ${index + 1}. ${inWords(move)}`),
    ...diffOf(shown).map(({ at, expected, seen }) => `      ${at || 'it'}: expected ${expected}, but saw ${seen}`),
  ].join('\n')
