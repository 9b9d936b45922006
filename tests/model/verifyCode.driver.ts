import { randomUUID } from 'node:crypto'
import { usualMessageTimes } from '../../src/machines/messageRules.ts'
import { usualMessageRules } from '../../src/machines/messageRules.ts'
import type { VerifyCode } from '../../src/machines/verifyCode.ts'
import * as intake from '../../src/services/intake.ts'
import * as lead from '../../src/services/lead.ts'
import * as verifyCode from '../../src/services/verifyCode.ts'
import type { TestApp } from '../kit/app.ts'
import { importedLead } from '../kit/leads.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, verifyCodeModel } from './verifyCode.moves.ts'

let nth = 0

/** Codes, each for another lead of the seller. */
export const verifyCodeProcess = (): Process<Move, VerifyCode> & { lead: () => string } => {
  let idOf: IdOf
  let phone: string
  let person: string
  let code: string | null

  const driver: Driver<Move, VerifyCode> = {
    factOf: (move, standing, at) => ({
      ...verifyCodeModel.factOf(move, standing, at, idOf),
      ...(move.type === 'codeIssued' && {
        lead: person,
        ttl: usualMessageTimes.codeTtl,
        mostTries: usualMessageRules.codeTries,
      }),
    }),
    begin: async (app) => {
      idOf = await idsOf(app, ['telemarketer'])
      nth += 1
      phone = `+62815${String(nth).padStart(8, '0')}`
      person = await importedLead(app, { phone })
      await givenTo(app, person, idOf('telemarketer'))
      return new Map()
    },
    ask: async ({ type }, { version, stream }) => {
      // The call always issues another code, so it cannot be repeated on this one.
      if (type === 'codeIssued') return stream ? undefined : { endpoint: verifyCode.issue, body: { lead: person } }
      if (type !== 'codeVoided' || !stream) return undefined
      return { endpoint: verifyCode.voidCode, body: { id: stream.slice('verifyCode/'.length), version } }
    },
    learn: async ({ type }, _app, answered) => {
      if (type === 'codeIssued') code = (answered as { code: string | null }).code
    },
    bring: async ({ type }, _stream, { customerApp }) => {
      const wrong = code === '000000' ? '000001' : '000000'
      const input = { phone, code: type === 'codeUsed' ? code! : wrong }
      await customerApp.call(intake.verifyCode, input, { key: randomUUID() })
    },
  }

  return { model: verifyCodeModel, driver, lead: () => person }
}

const givenTo = async (app: TestApp, id: string, seller: string) => {
  const head = await app.login('telemarketingLead')
  await head.data(lead.assign, { id, version: await app.server.store.version(`lead/${id}`), seller })
}
