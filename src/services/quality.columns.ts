import { instant, type ListColumns, number, text, word } from './columns.ts'
import type { Quality } from './quality.ts'

/** The locale key of a state. */
export const stateWords = (state: Quality['state']) =>
  `quality:state.${state}${state === 'notChecked' || state === 'second' ? '._' : ''}`

export const qualityColumns = {
  name: text('approval:screen.customer', (one) => one.name),
  phone: text('approval:screen.phone', (one) => one.phone),
  seller: text('lead:screen.seller', (one) => one.sellerName),
  state: word('quality:screen.state', (one) => stateWords(one.state)),
  calledAt: instant('quality:screen.calledAt', (one) => one.calledAt),
  checker: text('quality:screen.checker', (one) => one.checkerName),
  score: number('quality:screen.score', (one) => one.score),
  fatal: text('quality:screen.fatal', (one) => one.fatal),
  missed: text('quality:ask.missed', (one) => one.missed),
  evidence: text('quality:ask.evidence', (one) => one.evidence),
  appealedAt: instant('quality:screen.appealedAt', (one) => one.appealedAt),
  cause: word('quality:screen.cause', (one) => `quality:cause.${one.cause}`),
  end: word('lead:screen.state', (one) => `lead:state.${one.end}`),
  sampledAt: instant('quality:screen.sampledAt', (one) => one.sampledAt),
  checkedAt: instant('quality:screen.checkedAt', (one) => one.checkedAt),
  second: text('quality:screen.second', (one) => one.secondName),
  agrees: word('quality:screen.agrees', (one) => one.agrees && `quality:agrees.${one.agrees}`),
} satisfies ListColumns<Quality>
