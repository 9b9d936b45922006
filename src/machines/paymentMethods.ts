/** How a customer pays. */
export const paymentMethods = ['virtualAccount', 'transfer', 'retail', 'wallet', 'cash'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** How money came in, and through which bank, shop or wallet, as far as it is known. */
export type PaidBy = { method?: PaymentMethod; payChannel?: string }

/** Only what is known: events from before methods were recorded have none. */
export const paidBy = ({ method, payChannel }: PaidBy): PaidBy => ({
  ...(method && { method }),
  ...(payChannel && { payChannel }),
})
