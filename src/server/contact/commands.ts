import type { Wish } from '../../machines/contact.facts.ts'
import * as contact from '../../services/contact.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { personOfOrder } from '../customers/personOfOrder.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { mustBePersonInScope } from '../staff/appScope.ts'
import type { Call, Handle } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import type { Staff } from '../staff/sessions.ts'
import { contactLists } from './lists.ts'
import { contactOfOrder } from './ofOrder.ts'
import { attemptBy, attemptOrRefuse } from './ofStaff.ts'
import { optOuts } from './optOut.ts'
import { overdueOf } from './overdue.ts'

/** The list of persons with a contact record, attempts of staff, and what a person said about being reached. */
export const contactHandlers = (server: Server) => {
  const { db, handle } = server
  const { page, count } = contactLists(server)
  handle(contact.list, page)
  handle(contact.count, count)

  contactOfOrder(server)
  optOuts(server)

  const attempt = async (
    orderNo: string,
    call: Pick<Call<Staff>, 'by' | 'key' | 'now' | 'staff'>,
    wish: Pick<Wish, 'purpose' | 'channel' | 'whom'>,
  ) => {
    const overdue = wish.purpose === 'collection' ? await overdueOf(server, orderNo, call.now) : null
    const version = await attemptOrRefuse(server, await personOfOrder(db, orderNo), call, {
      ...wish,
      order: orderNo,
      overdue,
      ...(await attemptBy(server, call.staff, orderNo)),
    })
    return { attempt: call.key, version }
  }

  handle(contact.attemptOn, ({ orderNo, purpose, channel }, call) =>
    attempt(orderNo, call, { purpose, channel, whom: 'self' }),
  )
  handle(contact.askWhereabouts, async ({ orderNo, relative, channel }, call) => {
    await mustKnow(await personOfOrder(db, orderNo), relative, call.language)
    return attempt(orderNo, call, { purpose: 'collection', channel, whom: relative as Wish['whom'] })
  })

  /** Throws for an emergency contact that the person's record does not have. */
  const mustKnow = async (person: string, relative: string, language: Call<unknown>['language']) => {
    const [version = 0, place = 0] = relative.split('/').map(Number)
    const [record] = await server.vault.read([{ person, version }])
    if (!/^\d+\/\d+$/.test(relative) || !record?.contacts[place - 1])
      throw badInput([{ field: 'relative', reason: 'choice' }], language)
  }

  const mustExist = async (person: string) => {
    if ((await server.vault.newest(person)) > 0) return
    if ((await server.vault.prospects([person])).size === 0) throw notFound()
  }

  const ofReachable: Handle = (endpoint, handler) =>
    handle(endpoint, async (body, call) => {
      await mustBePersonInScope(db, call as Call<Staff>, (body as { id: string }).id)
      return handler(body, call)
    })
  const { command } = commandsOf({ ...server, handle: ofReachable }, 'contact', ({ id }: { id: string }) => id)
  /** Facts of a command that may be the first word about a person: 404 for one that the vault does not have. */
  const known =
    <Body extends { id: string }, Facts>(factsOf: (body: Body) => Facts) =>
    async (body: Body): Promise<Facts> => {
      await mustExist(body.id)
      return factsOf(body)
    }
  command(
    contact.agreeHours,
    'hoursAgreed',
    known(({ opens, closes, days, proof }: BodyOf<typeof contact.agreeHours>) => ({ opens, closes, days, proof })),
  )
  command(contact.withdrawHours, 'hoursWithdrawn')
  command(
    contact.giveConsent,
    'consentGiven',
    known(({ purpose, channel, proof }: BodyOf<typeof contact.giveConsent>) => ({ purpose, channel, proof })),
  )
  command(
    contact.withdrawConsent,
    'consentWithdrawn',
    known(({ purpose, channel }: BodyOf<typeof contact.withdrawConsent>) => ({ purpose, channel })),
  )
  command(contact.confirmRelative, 'relativeConfirmed', async ({ id, relative, proof }, call) => {
    await mustKnow(id, relative, call.language)
    return { relative, proof }
  })
  command(contact.refuseRelative, 'relativeRefused', async ({ id, relative }, call) => {
    await mustKnow(id, relative, call.language)
    return { relative }
  })
  const reasonOf = known(({ reason }: BodyOf<typeof contact.barMarketing>) => ({ reason }))
  command(contact.barMarketing, 'marketingBarred', reasonOf)
  command(contact.barContact, 'contactBarred', reasonOf)
  command(contact.noteOutcome, 'outcomeNoted', ({ attempt: noted, outcome }) => ({ attempt: noted, outcome }))
  command(contact.proposeLift, 'liftProposed', ({ reason }) => ({ reason }))
  command(contact.confirmLift, 'liftConfirmed')
  command(contact.liftContact, 'contactLifted')
  command(contact.refuseLift, 'liftRefused', ({ reason }) => ({ reason }))
}
