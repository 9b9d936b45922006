import type { Contact } from '../../machines/contact.facts.ts'
import * as contact from '../../services/contact.ts'
import * as intake from '../../services/intake.ts'
import { againWhenStale } from '../kit/conflict.ts'
import { notFound, Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { personOfLink } from './optOutLink.ts'

type Parts = Pick<Server, 'store'>

/** Opting out of marketing by the customers' app, and by the link of a message. */
export const optOuts = (server: Server) => {
  const { vault, handle } = server

  handle(intake.optOut, async ({ phone }, { by, now }) => {
    const people = await vault.find('phone', phone)
    if (people.length === 0) throw notFound()
    for (const person of people) await optOut(server, person, { by, at: now, way: 'app' })
    return {}
  })

  handle(contact.optOut, async ({ token }, { now }) => {
    const person = await personOfLink(vault, token)
    if (person === undefined) throw new Refused(404, 'errors:optOutLink')
    await optOut(server, person, { by: 'SYS', at: now, way: 'link' })
    return {}
  })
}

const saidBy = (bar: Contact['barred']) => bar?.reason === 'app' || bar?.reason === 'link'

type OptOut = { by: string; at: number; way: 'app' | 'link' }

/** Stores once that a person opted out, however often they say so. */
const optOut = ({ store }: Parts, person: string, { by, at, way }: OptOut): Promise<unknown> =>
  againWhenStale(async () => {
    const stream = `contact/${person}` as const
    const { version, value, context } = await store.state(stream)
    // A bar by staff is not the person's own word, which has to outlive it.
    if (saidBy(value === 'noMarketing' ? context.barred : context.covered)) return
    const key = `optOut ${person} ${way} version ${version}`
    await store.send({ stream, event: { type: 'optedOut', by, at, way }, via: 'SYS', key, request: person })
  })
