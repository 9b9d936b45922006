import { shiftText } from './collectionGroup.columns.ts'
import type { Collector } from './collector.ts'
import { day, each, type ListColumns, number, text, word } from './columns.ts'

export const collectorColumns = {
  name: text('collector:screen.name', (one) => one.name),
  state: word('collector:screen.state', (one) => `collector:state.${one.state}`),
  group: text('collector:ask.group', (one) => one.groupName),
  company: text('collectionGroup:screen.employer', ({ company }, inWords) =>
    company === '' ? inWords('collectionGroup:employer.own') : company,
  ),
  stages: text('collectionGroup:ask.stages', (one, inWords) => each(one.stages, 'recoveryCase:stage', inWords)),
  weight: number('collector:ask.weight', (one) => one.weight),
  dailyCap: number('collector:ask.dailyCap', (one) => one.dailyCap),
  held: number('collectionGroup:screen.held', (one) => one.held),
  workedToday: number('collector:screen.workedToday', (one) => one.workedToday),
  certificate: text('collector:ask.certificate', (one) => one.certificate),
  certifiedUntil: day('collector:ask.until', (one) => one.certifiedUntil),
  shift: text('collectionGroup:screen.shift', ({ shift }, inWords) => shift && shiftText(shift, inWords)),
} satisfies ListColumns<Collector>
