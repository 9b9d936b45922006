import { day, type ListColumns, number, text, word } from './columns.ts'
import type { Visitor } from './visitor.ts'

export const visitorColumns = {
  id: text('visitor:screen.device', (one) => one.id),
  app: text('approval:screen.app', (one) => one.app),
  channel: word('approval:screen.channel', (one) => `detail:channel.${one.channel}`),
  state: word('visitor:screen.state', (one) => `visitor:state.${one.state}`),
  firstDay: day('visitor:screen.firstDay', (one) => one.firstDay),
  lastDay: day('visitor:screen.lastDay', (one) => one.lastDay),
  days: number('visitor:screen.days', (one) => one.days),
  registeredOn: day('visitor:screen.registeredOn', (one) => one.registeredOn),
} satisfies ListColumns<Visitor>
