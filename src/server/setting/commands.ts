import { type Holiday, readDecree } from '../../machines/decree.ts'
import { blank, follow, type State } from '../../machines/kernel.ts'
import { zoneFlaws } from '../../machines/provinceZones.ts'
import type { Setting, SettingEvent, Values } from '../../machines/setting.facts.ts'
import { settingMachine } from '../../machines/setting.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import * as setting from '../../services/setting.ts'
import type { Language } from '../../services/user.ts'
import { say } from '../kit/i18n.ts'
import { badInput, refusedInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import { isProduct } from '../lists/products.ts'
import type { Server } from '../server.ts'
import { isApp } from '../staff/appScope.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'
import { recordOf } from '../store/events.ts'

type Step = setting.SettingStep
type Named = Pick<BodyOf<typeof setting.confirm>, 'kind' | 'code'>

export const settingStream = (kind: string, code: string) => `setting/${kind}/${code}` as const

/** Settings of the lender (apps, products, rates, bank accounts): in force, proposed, confirmed or refused. */
export const settingHandlers = (server: Server) => {
  const { db, store, handle } = server
  handle(setting.list, async () => {
    const rows = await db.sql.selectFrom('setting').selectAll().orderBy('kind').orderBy('code').execute()
    const names = await staffNames(
      db,
      rows.flatMap(({ proposed, confirmed, refused }) => [
        proposed?.proposer ?? null,
        proposed?.editor ?? null,
        confirmed?.proposer ?? null,
        confirmed?.by ?? null,
        refused?.by ?? null,
      ]),
    )
    const staff = (id: string) => ({ id, name: names.get(id) ?? id })
    return {
      settings: rows.map(({ kind, code, version, state, in_force: inForce, proposed, confirmed, refused }) => ({
        kind,
        code,
        version,
        state,
        inForce,
        proposed: proposed && { ...proposed, proposer: staff(proposed.proposer), editor: staff(proposed.editor) },
        confirmed: confirmed && { ...confirmed, proposer: staff(confirmed.proposer), by: staff(confirmed.by) },
        refused: refused && { ...refused, by: staff(refused.by) },
      })),
    }
  })

  handle(setting.history, async ({ kind, code }) => {
    const events = await store.history(settingStream(kind, code))
    if (events.length === 0) throw notFound()
    const names = await staffNames(
      db,
      events.map(({ actor }) => actor),
    )
    let state: State<Setting> = blank(settingMachine)
    return {
      history: events.map((event): Step => {
        const record = recordOf(event)
        const fact = record.fact as SettingEvent
        const before = state.context
        state = follow(settingMachine, state, record)
        return {
          version: event.version,
          type: fact.type,
          by: fact.by,
          byName: names.get(fact.by) ?? fact.by,
          at: fact.at,
          details: detailsOf(fact, before),
        }
      }),
    }
  })

  const { command, create } = commandsOf(server, 'setting', ({ kind, code }: Named) => `${kind}/${code}`)
  create(setting.propose, 'settingProposed', async (body, call) => {
    const { kind, code, reason } = body
    if (kind === 'rate' && !(await isProduct(db, code)))
      throw badInput([{ field: 'code', reason: 'product' }], call.language)
    if (kind === 'smsLinks' && !(await isApp(db, code)))
      throw badInput([{ field: 'code', reason: 'app' }], call.language)
    return { id: `${kind}/${code}`, facts: { kind, code, values: valuesOf(body, call.language), reason } }
  })

  command(setting.confirm, 'settingConfirmed')
  command(setting.refuse, 'settingRefused', ({ reason }) => ({ reason }))
  command(setting.takeBack, 'settingTakenBack')
}

const valuesOf = (body: BodyOf<typeof setting.propose>, language: Language): Values => {
  if (body.kind === 'holidays') return { decree: body.decree, days: holidaysOf(body, language) }
  if (body.kind === 'zones') refuseZones(zoneFlaws(body), language)
  const { kind: _kind, code: _code, version: _version, reason: _reason, ...values } = body
  return values
}

const holidaysOf = ({ lines, code: year }: { lines: string; code: string }, language: Language): Holiday[] => {
  const { days, flaws } = readDecree(lines, year)
  if (flaws.length > 0)
    throw refusedInput(flaws, ({ line, reason }) => ({
      field: `lines.${line}`,
      reason,
      message: say(language, 'errors:field.decreeLine', { line, why: say(language, `errors:field.${reason}`) }),
    }))
  if (days.length === 0) throw badInput([{ field: 'lines', reason: 'required' }], language)
  return days
}

const refuseZones = (flaws: ReturnType<typeof zoneFlaws>, language: Language) => {
  if (flaws.length === 0) return
  throw refusedInput(flaws, ({ zone, code, reason }) => ({
    field: zone,
    reason,
    message: say(language, `errors:field.${reason}`, { province: code }),
  }))
}

/** The details of a step: its new values beside those that were proposed or in force before. */
const detailsOf = (fact: SettingEvent, { proposed, inForce }: Setting): Step['details'] => {
  const nothing = { before: null, values: null, reason: null }
  switch (fact.type) {
    case 'settingFound':
      return { ...nothing, values: fact.inForce.at(-1)! }
    case 'settingProposed':
      return {
        ...nothing,
        before: proposed?.values ?? inForce.at(-1) ?? null,
        values: fact.values,
        reason: fact.reason ?? null,
      }
    case 'settingRefused':
      return { ...nothing, reason: fact.reason }
    case 'settingConfirmed':
    case 'settingTakenBack':
      return nothing
    default:
      return fact satisfies never
  }
}
