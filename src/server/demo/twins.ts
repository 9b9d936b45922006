import { addDays } from '../../machines/calendar.ts'
import type { Customer } from '../../services/customer.ts'
import type { Random } from '../kit/random.ts'
import { customerOf, nikOf } from './people.ts'

// A prime just under 2^26: marks for all NIKs take 8 MB, for a thousand as for a million.
const remainders = 67_108_859

/** Makes customers like given ones, each with an unused NIK. `taken` are the NIKs in use. */
export const createTwins = (random: Random, taken: readonly string[]) => {
  const marks = new Uint8Array(Math.ceil(remainders / 8))
  /** Whether no NIK in use has the same remainder. Marks the remainder as used. */
  const isFree = (nik: string): boolean => {
    const mark = Number(nik) % remainders
    const bit = 1 << (mark % 8)
    const free = (marks[mark >> 3]! & bit) === 0
    marks[mark >> 3]! |= bit
    return free
  }
  for (const nik of taken) isFree(nik)

  const freeNik = (regency: string, birthday: string, gender: Customer['gender'], ending: string): string => {
    for (;;) {
      const nik = `${nikOf(random, regency, birthday, gender).slice(0, -ending.length)}${ending}`
      if (!nik.endsWith('0000') && isFree(nik)) return nik
    }
  }

  /**
   * A customer with another name, place, NIK, phone and account, but the same result of a machine review `days` later:
   * the same age and income, and the last digits that the sandbox providers look at.
   */
  return (like: Customer, days: number, today: string): Customer => {
    const other = customerOf(random, today)
    const birthday = addDays(like.birthday, days)
    return {
      ...other,
      nik: freeNik(other.nik.slice(0, 4), birthday, other.gender, like.nik.slice(-2)),
      birthday,
      employment: { ...like.employment, since: addDays(like.employment.since, days) },
      bank: {
        ...other.bank,
        account: `${other.bank.account.slice(0, -2)}${like.bank.account.slice(-2)}`,
        holder: like.bank.holder === like.name ? other.name : like.bank.holder,
      },
    }
  }
}
