import type { Fact, State } from '../../src/machines/kernel.ts'
import type { StreamOf } from '../../src/machines/lifecycles.ts'
import { firstRules, firstVersion } from '../../src/machines/rules.first.ts'
import type { RuleSet } from '../../src/machines/ruleSet.ts'
import { rulesOf } from '../../src/server/risk/versions.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as risk from '../../src/services/risk.ts'
import type { Caller, TestApp } from '../kit/app.ts'
import { passing } from '../kit/passing.ts'
import { ruleSetFacts } from '../machines/ruleSet.events.ts'
import type { Driver, Process } from './office.ts'
import { type Move, ruleSetModel } from './ruleSet.moves.ts'

export const title = 'Tighter'

/** What a server knows beyond the chart: ids, the order, and the version that was in force. */
type Known = { ids: ReadonlyMap<string, string>; orderNo: string; number: number; inForce: string; place: number }

/** An edit of a draft, with another best score for each version. */
export const edited = (version: number) => ({
  title: 'Tighter yet',
  content: { ...firstRules, best: firstRules.best + version },
})

/** Versions of the rules that are drafted and published. */
export const ruleSetProcess = (): Process<Move, RuleSet> & { known: () => Known } => {
  let known: Known

  const facts = (type: Move['type'], { version, context: { edition } }: State<RuleSet>): object => {
    const test = { ...ruleSetFacts.tried.test, subject: known.orderNo }
    switch (type) {
      case 'drafted':
        return { number: known.number, title, base: firstVersion, content: firstRules }
      case 'edited':
        return edited(version)
      case 'tried':
        return { edition, test }
      case 'backtested':
        return { edition, test: ruleSetFacts.backtested.test }
      case 'publishProposed':
        return { replaces: known.inForce }
      case 'published':
        return { replaces: known.inForce, place: known.place + 1 }
      default:
        return ruleSetFacts[type]
    }
  }
  const bodyOf = (type: Move['type'], of: { number: number; version: number }): object => {
    switch (type) {
      case 'edited':
        return { ...of, ...edited(of.version) }
      case 'tried':
        return { ...of, orderNo: known.orderNo }
      case 'publishRefused':
        return { ...of, ...ruleSetFacts.publishRefused }
      default:
        return of
    }
  }
  const driver: Driver<Move, RuleSet> = {
    factOf: ({ type, by }, { state }, at): Fact => ({ ...facts(type, state), type, by: known.ids.get(by) ?? by, at }),
    begin: async (app) => {
      const people = await Promise.all(['risk', 'risk.2'].map((name) => app.login(name)))
      const orderNo = known?.orderNo ?? (await app.apply(passing()))
      await app.settle()
      const { versions } = await people[0]!.data(risk.versions, {})
      known = {
        ids: new Map(people.map(({ id }, index) => [['risk', 'risk.2'][index]!, id])),
        orderNo,
        number: (versions[0]?.number ?? 0) + 1,
        ...(await rulesOf(app.server).last()),
      }
      return new Map()
    },
    ask: async ({ type, by }, { version }) => {
      if (by === 'SYS') return undefined
      const endpoint = (risk.commands as Record<string, Endpoint>)[type]!
      // The call always creates another draft, so it cannot be repeated on this one.
      if (type === 'drafted') return version === 0 ? { endpoint, body: { title, base: firstVersion } } : undefined
      return { endpoint, body: bodyOf(type, { number: known.number, version }) }
    },
    bring: async ({ type }, stream, app) => {
      if (type === 'retired') {
        await publishAnother(app)
        return app.settle()
      }
      const { context } = await app.server.store.state(stream as StreamOf<'ruleSet'>)
      const event = { ...ruleSetFacts.backtested, edition: context.edition, type: 'backtested' as const }
      return app.server.store.send({
        stream,
        event: { ...event, by: 'SYS', at: app.clock.now() },
        via: 'SYS',
        key: `test ${stream} ${app.clock.now()}`,
      })
    },
  }

  /** Publishes another version, which retires this one. */
  const publishAnother = async (app: TestApp) => {
    const [maker, other] = [await app.login('risk'), await app.login('risk.2')]
    const { stream } = await maker.data(risk.draft, { title, base: firstVersion })
    const number = Number(stream.split('/')[1])
    const steps: [Caller, Endpoint, object][] = [
      [maker, risk.test, { orderNo: known.orderNo }],
      [maker, risk.propose, {}],
      [other, risk.publish, {}],
    ]
    for (const [index, [caller, endpoint, more]] of steps.entries())
      await caller.data(endpoint, { number, version: index + 1, ...more })
  }

  return { model: ruleSetModel, driver, known: () => known }
}
