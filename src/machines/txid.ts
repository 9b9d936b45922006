/** Loket's own transaction ids: a payout's names its order and which sending it is, a withdrawal's its day and twelve digits of chance. */
export const txidOf = (orderNo: string, nth: number) => `${orderNo}-P${nth}`

/** The order that a transaction id is about; undefined for any other text. */
export const orderOfTxid = (txid: string): string | undefined => /^(.+)-P\d+$/.exec(txid)?.[1]

/** `id` is a random UUID, `day` a 'YYYY-MM-DD'. */
export const withdrawalTxid = (day: string, id: string) => `WD${day.slice(2).replaceAll('-', '')}-${id.slice(-12)}`

export const isWithdrawal = (txid: string) => /^WD\d{6}-[0-9a-f]{12}$/.test(txid)

/** The withdrawals that a text names, also in capitals or with the line in them left out. */
export const withdrawalsIn = (text: string): string[] =>
  [...text.matchAll(/\bWD(\d{6})\W?([0-9a-f]{12})\b/gi)].map(([, day, id]) => `WD${day}-${id!.toLowerCase()}`)
