import { businessDay } from '../../src/machines/calendar.ts'
import type { ReportPlan } from '../../src/machines/reportPlan.ts'
import { choices, commands } from '../../src/services/reportPlan.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, reportPlanModel } from './reportPlan.moves.ts'

let nth = 0

/** Plans for the only analyst, each at another minute. */
export const reportPlanProcess = (): Process<Move, ReportPlan> & { time: () => string } => {
  let idOf: IdOf
  let role: string
  let time: string

  const facts = (type: Move['type'], at: number): object => {
    switch (type) {
      case 'reportPlanMade':
        return { role, time }
      case 'reportsSent':
        return { day: businessDay(at) }
      default:
        return {}
    }
  }

  const driver: Driver<Move, ReportPlan> = {
    factOf: (move, standing, at) => ({ ...reportPlanModel.factOf(move, standing, at, idOf), ...facts(move.type, at) }),
    begin: async (app) => {
      idOf = await idsOf(app, ['analyst'])
      nth += 1
      time = `07:${String(nth % 60).padStart(2, '0')}`
      const { roles } = await (await app.login('analyst')).data(choices, {})
      role = roles.find(({ name }) => name === 'analyst')!.id
      return new Map()
    },
    ask: async ({ type }, { version, stream, fact }) => {
      // The call always creates another plan, so it cannot be repeated on this one.
      if (type === 'reportPlanMade')
        return stream
          ? undefined
          : { endpoint: commands.reportPlanMade, body: { version, ...formInput(reportPlanModel, fact()) } }
      return type === 'reportPlanStopped' && stream
        ? { endpoint: commands.reportPlanStopped, body: { id: stream.slice('reportPlan/'.length), version } }
        : undefined
    },
  }

  return { model: reportPlanModel, driver, time: () => time }
}
