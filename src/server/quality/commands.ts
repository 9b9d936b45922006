import * as quality from '../../services/quality.ts'
import { rulesAt } from '../inForce.ts'
import { Refused } from '../kit/refused.ts'
import { sellersOf } from '../lead/sellers.ts'
import type { Server } from '../server.ts'
import { type Call, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { checkersOf } from './checkers.ts'
import { qualityFigures } from './figures.ts'
import { qualityLists } from './lists.ts'
import { lastVisit } from './visit.ts'

/** The list of sampled visits, and the commands of checkers and sellers. */
export const qualityHandlers = (server: Server) => {
  const { db, store, handle } = server
  const { page, count } = qualityLists(server)
  handle(quality.list, page)
  handle(quality.count, count)
  handle(quality.figures, qualityFigures(server))
  handle(quality.choices, async () => ({
    sellers: (await sellersOf(db)).map(({ id, name }) => ({ id, name })),
    checkers: await checkersOf(db),
  }))

  const { command, begin, send } = commandsOf(server, 'quality', ({ id }: { id: string }) => id)
  handle(quality.complain, async ({ lead, complaint }, call: Call<unknown>) => {
    await store.existing(`lead/${lead}`)
    const ended = await lastVisit(server, lead)
    if (!ended) throw new Refused(422, 'quality:noVisit')
    const { id, visit } = ended
    const { version } = await store.state(`quality/${id}`)
    const entered = { ...stamp(call), complaint }
    if (version > 0) return send({ id, version }, call, { type: 'complaintAdded', ...entered })
    const card = await rulesAt(server, 'scorecard', call.now)
    return begin(id, call, { type: 'complained', ...entered, ...visit, card }, { version })
  })

  const marks = ({ missed }: { missed: string[] }) => ({ missed })
  const fault = ({ missed, evidence }: { missed: string[]; evidence: string }) => ({ missed, evidence })
  command(quality.pass, 'checkPassed', marks)
  command(quality.fail, 'checkFailed', fault)
  command(quality.passSecond, 'secondPassed', marks)
  command(quality.failSecond, 'secondFailed', fault)
  command(quality.appeal, 'appealed', ({ reason }) => ({ reason }))
  command(quality.uphold, 'appealUpheld', marks)
  command(quality.dismiss, 'appealDismissed', fault)
  command(quality.addComplaint, 'complaintAdded', ({ complaint }) => ({ complaint }))
}
