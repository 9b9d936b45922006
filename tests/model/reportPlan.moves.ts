import type { Fact } from '../../src/machines/kernel.ts'
import { type ReportPlan, type ReportPlanEvent, reportPlanMachine } from '../../src/machines/reportPlan.ts'
import { reportPlanFacts } from '../machines/reportPlan.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: ReportPlanEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const reportPlanModel: Model<Move, ReportPlan> = {
  name: 'reportPlan',
  machine: reportPlanMachine,
  interfaces: interfacesOf(reportPlanMachine),
  moves: [...by('analyst', 'reportPlanMade', 'reportPlanStopped'), ...by('SYS', 'morningCame', 'reportsSent')],
  factOf: ({ type, by: who }, { state: { armed } }, at, id): Fact => ({
    ...reportPlanFacts[type],
    ...(armed[type] && { armed: armed[type].version }),
    type,
    by: id(who),
    at,
  }),
  // The files of a day are asked for at once, and once.
  happens: ({ state: { context } }, { type }) => {
    const isSending = context.day !== null && context.last?.day !== context.day
    return isSending ? type === 'reportsSent' : type !== 'reportsSent'
  },
  keyOf: (standing) => {
    const { day, last } = standing.state.context
    return [placeOf(standing), day !== null, last !== null, day === last?.day].join()
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
