import type { Fact } from '../../src/machines/kernel.ts'
import { type Message, type MessageEvent, messageMachine } from '../../src/machines/message.ts'
import { messageFacts } from '../machines/message.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: MessageEvent['type']; by: string }

const bySystem = (...types: Move['type'][]) => types.map((type): Move => ({ type, by: 'SYS' }))

export const messageModel: Model<Move, Message> = {
  name: 'message',
  machine: messageMachine,
  interfaces: interfacesOf(messageMachine),
  moves: [
    { type: 'messageQueued', by: 'support' },
    ...bySystem('messageBatched', 'sendingBegan', 'messagePutOff', 'messageSkipped', 'messageStale'),
    ...bySystem('messageTaken', 'messageRefused', 'answerMissing'),
    ...bySystem('messageDelivered', 'messageUndelivered', 'messageContradicted', 'receiptMissing'),
  ],
  factOf: ({ type, by }, { state: { value, armed } }, at, id): Fact => ({
    ...messageFacts[type],
    ...(type === 'messageContradicted' && value !== 'delivered' && { word: 'delivered', code: '' }),
    ...(armed[type] && { armed: armed[type].version }),
    type,
    by: id(by),
    at,
  }),
  // Repeating the same contradiction changes nothing.
  happens: ({ state: { context } }, { type }) => type !== 'messageContradicted' || context.contradiction === null,
  keyOf: (standing) => `${placeOf(standing)}, ${standing.state.context.contradiction?.word}`,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
