import type { Fact } from '../../src/machines/kernel.ts'
import type { Setting } from '../../src/machines/setting.facts.ts'
import { recordFound } from '../../src/server/setting/found.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as setting from '../../src/services/setting.ts'
import { settingFacts } from '../machines/setting.events.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, namedAt, settingModel } from './setting.moves.ts'

const kind = 'app'
let nth = 0
const nextCode = () => {
  nth += 1
  return `APP${nth}`
}

/** Apps of the lender, each with another code; one may predate the recording of settings. */
export const settingProcess = (): Process<Move, Setting> & { code: () => string } => {
  let idOf: IdOf
  let code = nextCode()

  const driver: Driver<Move, Setting> = {
    factOf: (move, standing, at): Fact => ({
      ...settingModel.factOf(move, standing, at, idOf),
      ...(/Found|Proposed/.test(move.type) && { code }),
    }),
    streamOf: () => `setting/${kind}/${code}`,
    begin: async (app) => {
      idOf = await idsOf(app, ['risk', 'risk.2', 'financeChecker', 'admin'])
      code = nextCode()
      return new Map()
    },
    ask: async ({ type }, { version }) => {
      const endpoint = (setting.commands as Record<string, Endpoint>)[type]
      const { settingProposed, settingRefused } = settingFacts
      const input =
        type === 'settingProposed'
          ? { ...namedAt(version), reason: settingProposed.reason }
          : type === 'settingRefused'
            ? settingRefused
            : {}
      return endpoint && { endpoint, body: { kind, code, version, ...input } }
    },
    bring: async (_, stream, app) => {
      const [values] = settingFacts.settingFound.inForce
      await app.db.sql
        .insertInto('lending_app')
        .values({ code, ...values })
        .execute()
      await app.db.sql.insertInto('unrecorded').values({ stream }).execute()
      return recordFound(app.server)
    },
  }

  return { model: settingModel, driver, code: () => code }
}
