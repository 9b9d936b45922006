import type { VisitorEvent } from '../../machines/visitor.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import * as intake from '../../services/intake.ts'
import * as visitor from '../../services/visitor.ts'
import { againWhenStale, againWhenTaken } from '../kit/conflict.ts'
import { badInput } from '../kit/inputIssues.ts'
import { leadHears } from '../lead/leadHears.ts'
import { channelsOf } from '../lists/channels.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { isApp } from '../staff/appScope.ts'
import { type CallOf, stamp } from '../staff/call.ts'
import { visitorLists } from './lists.ts'

type Visit = BodyOf<typeof intake.visit>

/** The list, and what the customers' apps say of their users: a visit, a registration. */
export const visitorHandlers = (server: Server) => {
  const { db, store, vault, handle } = server
  const { page, count } = visitorLists(server)
  handle(visitor.list, page)
  handle(visitor.count, count)
  handle(visitor.choices, async () => ({ channels: await channelsOf(db, 'visitor') }))

  /** Throws for an app that the lender has not. */
  const refuseUnknown = async ({ app }: Visit, { language }: Pick<CallOf<typeof intake.visit>, 'language'>) => {
    if (!(await isApp(db, app))) throw badInput([{ field: 'app', reason: 'app' }], language)
  }
  const streamOf = ({ app, device }: Visit) => `visitor/${vault.visitorOf(app, device)}` as const
  const factOf = ({ app, channel, day }: Visit, call: { by: string; now: number }) => ({
    ...stamp(call),
    app,
    channel,
    day,
    mostLate: policy.visitMostLate,
  })

  const asked = ({ key, request }: { key: string; request: string }) => ({ via: 'SYS' as const, key, request })

  handle(intake.visit, async (body, call) => {
    await refuseUnknown(body, call)
    const stream = streamOf(body)
    return againWhenStale(async () => {
      const { version, context } = await store.state(stream)
      if (context.days.includes(body.day)) return {}
      await store.send({ stream, version, event: { type: 'visited', ...factOf(body, call) }, ...asked(call) })
      return {}
    })
  })

  handle(intake.register, async ({ phone, ...visit }, call) => {
    await refuseUnknown(visit, call)
    const stream = streamOf(visit)
    const register = async () => {
      const { now: known, former } = await vault.holdersOf(phone)
      const person = known ?? vault.newPerson()
      const { version, context } = await store.state(stream)
      if (context.people.includes(person)) return
      const event: VisitorEvent = { type: 'registered', ...factOf(visit, call), person }
      const keep = known === undefined && { writes: vault.register(person, phone, former) }
      await store.send({ stream, version, event, ...asked(call), ...keep })
    }
    await againWhenTaken(() => againWhenStale(register))
    await leadHears(server, phone, { type: 'registered' }, call)
    return {}
  })
}
