import type { Loan } from './loan.facts.ts'
import { rupiah } from './money.ts'

/** The values of an order that a text may name; money is rupiah. */
type Values = { app: string; orderNo: string; arrived: number; firstDue: string; virtualAccount: string }

type Text = { version: number; body: (values: Values) => string }

const dayOf = (day: string) => day.split('-').toReversed().join('/')

/** The texts of messages, in the language of all customers. A changed wording is a new version. */
export const messageTexts = {
  payoutSent: {
    version: 1,
    body: ({ app, orderNo, arrived, firstDue, virtualAccount }) =>
      `${app}: dana pinjaman ${orderNo} sebesar ${rupiah(arrived, 'id')} telah dikirim ke rekening Anda. ` +
      `Jatuh tempo ${dayOf(firstDue)}. Bayar ke virtual account ${virtualAccount}.`,
  },
} as const satisfies Record<string, Text>
export type MessageText = keyof typeof messageTexts

export const isMessageText = (name: string): name is MessageText => Object.hasOwn(messageTexts, name)

/** The wording for an order, with the values of its loan today; undefined for a text or version that is gone. */
export const wordingOf = (
  { text, textVersion, orderNo }: { text: string; textVersion: number; orderNo: string },
  app: string,
  loan: Loan,
): string | undefined => {
  const { terms, order, oldestDue } = loan
  if (!isMessageText(text) || messageTexts[text].version !== textVersion || !terms || !order || !oldestDue)
    return undefined
  const arrived = terms.principal - terms.serviceFee - terms.handlingFee
  return messageTexts[text].body({
    app,
    orderNo,
    arrived,
    firstDue: oldestDue,
    virtualAccount: order.virtualAccount,
  })
}

/** Whether a text about an order is true: its money arrived, and something of it is still owed. */
export const holds = (state: { value: unknown; context: Loan }): boolean =>
  state.context.oldestDue !== null && state.value !== 'voided' && state.context.terms !== null
