import { refusal } from '../../machines/kernel.ts'
import { leadMachine } from '../../machines/lead.ts'
import * as lead from '../../services/lead.ts'
import { attemptOrRefuse, recordOutcome } from '../contact/ofStaff.ts'
import { rulesAt } from '../inForce.ts'
import { againWhenStale } from '../kit/conflict.ts'
import { say } from '../kit/i18n.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound, Refused } from '../kit/refused.ts'
import { valuesIn } from '../lists/channels.ts'
import type { Server } from '../server.ts'
import { type Call, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { callBackCalendar } from './callBacks.ts'
import { claimLead } from './claim.ts'
import { leadLists } from './lists.ts'
import { originLists } from './origins.ts'
import { sellersOf } from './sellers.ts'

/** The lists of leads and of where they come from, and the commands of sellers and their lead. */
export const leadHandlers = (server: Server) => {
  const { db, store, handle } = server
  const { page, count } = leadLists(server)
  handle(lead.list, page)
  handle(lead.count, count)
  const origins = originLists(server)
  handle(lead.originList, origins.page)
  handle(lead.originCount, origins.count)
  handle(lead.originStanding, origins.standing)
  handle(lead.callBacks, callBackCalendar(server))
  handle(lead.choices, async () => ({
    sellers: await sellersOf(db),
    batches: await valuesIn(db, 'lead', 'batch'),
    sources: await valuesIn(db, 'lead', 'source'),
  }))

  const { command, send } = commandsOf(server, 'lead', ({ id }: { id: string }) => id)

  handle(lead.claim, async ({ id, version }, { by, now, key, request }) => {
    if ((await store.version(`lead/${id}`)) === 0) throw notFound()
    return claimLead(server, id, { by, at: now, version, key, request })
  })

  const given = async ({ seller }: { seller: string }, { now, language }: Pick<Call<unknown>, 'language' | 'now'>) => {
    const able = await sellersOf(db)
    if (!able.some(({ id }) => id === seller)) throw badInput([{ field: 'seller', reason: 'choice' }], language)
    return { seller, rules: await rulesAt(server, 'leadRules', now) }
  }
  command(lead.assign, 'assigned', given)
  command(lead.reassign, 'reassigned', given)
  command(lead.release, 'released')
  command(lead.recall, 'recalled')
  command(lead.finish, 'finished', ({ result }) => ({ result }))
  command(lead.reopen, 'reopened')

  handle(lead.contact, async (body, call) => {
    const { id, channel, version } = body
    const state = await store.existing(`lead/${id}`)
    const event = { type: 'contacted' as const, ...stamp(call), attempt: call.key, channel }
    // A refused command must not count as an attempt. `send` repeats the first answer of a repeated call.
    const isTaken = state.version === version && !refusal(leadMachine, state, event, call.via)
    if (!isTaken) return send(body, call, event)
    await attemptOrRefuse(server, id, call, { purpose: 'marketing', channel, whom: 'self', order: null, overdue: null })
    // The attempt counts already, and another one would be too soon: the lead hears of it whatever came in between.
    return againWhenStale(async () => send({ ...body, version: await store.version(`lead/${id}`) }, call, event))
  })

  handle(lead.noteOutcome, async (body, call) => {
    const { id, outcome } = body
    const { context } = await store.existing(`lead/${id}`)
    const answer = await send(body, call, { type: 'outcomeNoted', ...stamp(call), outcome })
    await recordOutcome(server, id, call, { attempt: context.contact!.attempt, outcome })
    return answer
  })

  handle(lead.callBack, async (body, call) => {
    const { id, day, time, outcome } = body
    const { context } = await store.existing(`lead/${id}`)
    const event = { type: 'callBackSet' as const, ...stamp(call), day, time, ...(outcome && { outcome }) }
    const answer = await send(body, call, event)
    if (outcome) await recordOutcome(server, id, call, { attempt: context.contact!.attempt, outcome })
    return answer
  })

  /** Bars marketing to the person, unless they are barred already. */
  const barMarketing = async (id: string, call: Call<unknown>) => {
    const reason = say(call.language, 'lead:screen.barredBy')
    try {
      await store.send({
        stream: `contact/${id}`,
        event: { type: 'marketingBarred', ...stamp(call), reason },
        via: 'contact.bar',
        key: `bar ${call.key}`,
        request: id,
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }

  handle(lead.invalidate, async (body, call) => {
    const { id, reason, version } = body
    const state = await store.existing(`lead/${id}`)
    const event = { type: 'invalidated' as const, ...stamp(call), reason }
    const isTaken = state.version === version && !refusal(leadMachine, state, event, call.via)
    // First the word that must not be lost: a server that stops in between leaves a lead that nobody may call.
    if (isTaken && reason === 'doNotContact') await barMarketing(id, call)
    return send(body, call, event)
  })
}
