import type { MessageEvent } from '../../src/machines/message.ts'

/** The data of each event, without `by` and `at`. */
export const messageFacts = {
  messageQueued: {
    orderNo: 'LK260310000001',
    person: 'person-1',
    personVersion: 1,
    app: 'DK',
    text: 'template-1',
    textVersion: 1,
    channel: 'merpati',
    category: 'service',
    sender: 'DanaKilat',
    approved: true,
    used: true,
    staleTtl: 86_400_000,
  },
  sendingBegan: { personVersion: 1, sender: 'DanaKilat', receiptTtl: 259_200_000 },
  messagePutOff: { until: 1_773_118_803_000 },
  messageSkipped: { reason: 'settled' },
  messageStale: {},
  messageTaken: { segments: 1 },
  messageRefused: { code: 'NUMBER_INVALID' },
  answerMissing: {},
  messageDelivered: {},
  messageUndelivered: { code: 'ABSENT' },
  receiptMissing: {},
  messageContradicted: { word: 'undelivered', code: 'ABSENT' },
} as const satisfies Record<MessageEvent['type'], object>
