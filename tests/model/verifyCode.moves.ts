import type { Fact } from '../../src/machines/kernel.ts'
import { type VerifyCode, type VerifyCodeEvent, verifyCodeMachine } from '../../src/machines/verifyCode.ts'
import { verifyCodeFacts } from '../machines/verifyCode.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: VerifyCodeEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))
const ofApp: readonly string[] = ['codeMistried', 'codeLocked', 'codeUsed']

export const verifyCodeModel: Model<Move, VerifyCode> = {
  name: 'verifyCode',
  machine: verifyCodeMachine,
  interfaces: interfacesOf(verifyCodeMachine),
  moves: [
    ...by('telemarketer', 'codeIssued', 'codeVoided'),
    ...by('SYS', 'codeMistried', 'codeLocked', 'codeUsed', 'codeExpired'),
  ],
  factOf: ({ type, by: who }, { state }, at, id): Fact => {
    const facts = verifyCodeFacts[type]
    return {
      ...facts,
      ...('seller' in facts && { seller: id(facts.seller) }),
      ...(state.armed[type] && { armed: state.armed[type].version }),
      type,
      by: ofApp.includes(type) ? 'app/demo' : id(who),
      at,
    }
  },
  happens: () => true,
  keyOf: (standing) => `${placeOf(standing)} ${standing.state.context.tries}`,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
