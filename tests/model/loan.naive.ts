// A naive model of a loan's money, written only from the rules in docs/guide (choices, repayments). It imports nothing
// that it checks.

export type NaiveTerms = {
  principal: number
  serviceFee: number
  handlingFee: number
  from: string
  instalments: number
  every: number
  interest: number
  earlyFee: number
  lateFee: number
  lateFrom: number
  feeDays: number
  cap: number
}

export type Deed =
  | { did: 'paid'; id: string; day: string; amount: number }
  | { did: 'rolledOver'; id: string; day: string; amount: number; days: number }
  | { did: 'refunded'; day: string; amount: number }
  | { did: 'reduced'; day: string; amount: number; until: string }
  | { did: 'writtenOff'; day: string }

type Debt = { what: 'interest' | 'principal' | 'fee'; term: number; owed: bigint; paid: bigint; waived: bigint }

const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000
const textOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const halfUp = (tenThousandths: bigint) => (tenThousandths * 2n + 10_000n) / 20_000n
const open = ({ owed, paid, waived }: Debt) => owed - paid - waived
const add = (amounts: bigint[]) => amounts.reduce((one, other) => one + other, 0n)

/** What is owed on a day, debt by debt, after the deeds; reversed ones are left out. */
export const naiveLoan = (terms: NaiveTerms, deeds: readonly Deed[], lastDay: string) => {
  const start = dayOf(terms.from)
  const last = dayOf(lastDay)
  const numbers = Array.from({ length: terms.instalments }, (_, index) => index + 1)
  const principal = BigInt(terms.principal)
  const count = BigInt(terms.instalments)
  const interest = halfUp(principal * BigInt(terms.interest) * BigInt(terms.every) * count)

  const debts: Debt[] = []
  const owe = (what: Debt['what'], term: number, owed: bigint) => debts.push({ what, term, owed, paid: 0n, waived: 0n })
  for (const term of numbers) {
    const isLast = term === terms.instalments
    owe('interest', term, isLast ? interest - (interest / count) * (count - 1n) : interest / count)
    owe('principal', term, isLast ? principal - (principal / count) * (count - 1n) : principal / count)
    owe('fee', term, 0n)
  }
  const debt = (what: Debt['what'], term: number) => debts.find((one) => one.what === what && one.term === term)!
  const isOpen = (term: number) => debts.some((one) => one.term === term && open(one) > 0n)
  const everything = () => add(debts.map(open))

  const due = new Map(numbers.map((term) => [term, start + terms.every * term]))
  const exact = new Map(numbers.map((term) => [term, 0n]))
  const most = halfUp(principal * BigInt(terms.cap))
  let rolloverCharges = 0n
  let paid = 0n
  let credit = 0n
  const offers: { until: number; price: bigint; received: bigint; over: boolean }[] = []

  for (let day = start; day <= last; day++) {
    const today = deeds.filter((deed) => dayOf(deed.day) === day)
    const isWrittenOff = deeds.some(({ did, day: on }) => did === 'writtenOff' && dayOf(on) < day)

    for (const term of numbers) {
      const late = day - due.get(term)!
      if (isWrittenOff || late < 1 || late > terms.feeDays) continue
      const rate = BigInt(late >= terms.lateFrom ? terms.lateFee : terms.earlyFee)
      exact.set(term, exact.get(term)! + open(debt('principal', term)) * rate)
      const charges =
        BigInt(terms.serviceFee + terms.handlingFee) +
        rolloverCharges +
        add(debts.filter(({ what }) => what !== 'principal').map(({ owed }) => owed))
      const fee = debt('fee', term)
      let more = halfUp(exact.get(term)!) - fee.owed
      if (charges + more > most) more = most - charges
      if (more > 0n) fee.owed += more
    }

    for (const deed of today) {
      if (deed.did !== 'rolledOver') continue
      rolloverCharges += BigInt(deed.amount)
      paid += BigInt(deed.amount)
      const unpaid = numbers.filter(isOpen)
      if (unpaid.length === 0) continue
      const before = due.get(unpaid[0]!)!
      const after = (before > day ? before : day) + deed.days
      for (const term of unpaid) due.set(term, due.get(term)! + after - before)
    }

    for (const deed of today) {
      if (deed.did !== 'reduced') continue
      const price = everything() - BigInt(deed.amount)
      offers.push({ until: dayOf(deed.until), price: price > 0n ? price : 0n, received: 0n, over: false })
    }

    let purse = add(today.map((deed) => (deed.did === 'paid' ? BigInt(deed.amount) : 0n)))
    paid += purse
    for (const offer of offers) {
      if (offer.over || day > offer.until) continue
      const stillToPay = offer.price - offer.received
      offer.received += purse
      if (offer.received < offer.price) continue
      offer.over = true
      for (const what of ['fee', 'principal', 'interest'] as const)
        for (const term of numbers) {
          const waivable = everything() - stillToPay
          const one = debt(what, term)
          if (waivable > 0n) one.waived += waivable < open(one) ? waivable : open(one)
        }
    }
    for (const term of numbers)
      for (const what of ['interest', 'principal', 'fee'] as const) {
        const one = debt(what, term)
        const coin = purse < open(one) ? purse : open(one)
        one.paid += coin
        purse -= coin
      }
    credit += purse

    for (const deed of today) {
      if (deed.did !== 'refunded') continue
      credit -= BigInt(deed.amount)
      paid -= BigInt(deed.amount)
    }
  }

  const oldest = numbers.find(isOpen)
  const part = (one: Debt) => ({ due: Number(one.owed), paid: Number(one.paid), reduced: Number(one.waived) })
  return {
    lines: numbers.map((term) => ({
      term,
      originalDue: textOf(start + terms.every * term),
      due: textOf(due.get(term)!),
      interest: part(debt('interest', term)),
      principal: part(debt('principal', term)),
      fee: part(debt('fee', term)),
    })),
    rolloverCharges: Number(rolloverCharges),
    paid: Number(paid),
    credit: Number(credit),
    /** Days overdue of the oldest unpaid instalment, negative before its due day; null when nothing is owed. */
    overdue: oldest === undefined ? null : last - due.get(oldest)!,
  }
}
