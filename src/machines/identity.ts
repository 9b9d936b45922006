/** Two-digit code → name of the 38 provinces. Source: the ministry of home affairs' list, Kepmendagri 300.2.2-2138/2025. */
export const provinces: Readonly<Record<string, string>> = {
  11: 'Aceh',
  12: 'Sumatera Utara',
  13: 'Sumatera Barat',
  14: 'Riau',
  15: 'Jambi',
  16: 'Sumatera Selatan',
  17: 'Bengkulu',
  18: 'Lampung',
  19: 'Kepulauan Bangka Belitung',
  21: 'Kepulauan Riau',
  31: 'DKI Jakarta',
  32: 'Jawa Barat',
  33: 'Jawa Tengah',
  34: 'DI Yogyakarta',
  35: 'Jawa Timur',
  36: 'Banten',
  51: 'Bali',
  52: 'Nusa Tenggara Barat',
  53: 'Nusa Tenggara Timur',
  61: 'Kalimantan Barat',
  62: 'Kalimantan Tengah',
  63: 'Kalimantan Selatan',
  64: 'Kalimantan Timur',
  65: 'Kalimantan Utara',
  71: 'Sulawesi Utara',
  72: 'Sulawesi Tengah',
  73: 'Sulawesi Selatan',
  74: 'Sulawesi Tenggara',
  75: 'Gorontalo',
  76: 'Sulawesi Barat',
  81: 'Maluku',
  82: 'Maluku Utara',
  91: 'Papua',
  92: 'Papua Barat',
  93: 'Papua Selatan',
  94: 'Papua Tengah',
  95: 'Papua Pegunungan',
  96: 'Papua Barat Daya',
}

export type Gender = 'male' | 'female'
export type NikProblem = 'nikDigits' | 'nikRegion' | 'nikBirthDate' | 'nikSerial'
export type NikWarning = 'birthdayDiffers' | 'genderDiffers'

const pad = (n: number, width = 2) => String(n).padStart(width, '0')

function realDay(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (lengths[month - 1] ?? 0)
}

function parts(nik: string) {
  const day = Number(nik.slice(6, 8))
  const gender: Gender = day > 40 ? 'female' : 'male'
  return {
    province: nik.slice(0, 2),
    gender,
    day: day > 40 ? day - 40 : day,
    month: Number(nik.slice(8, 10)),
    year: Number(nik.slice(10, 12)),
    serial: nik.slice(12),
  }
}

/** Why a NIK (16 digits, as stored) is refused: the leftmost problem, or undefined when it is well formed. */
export function nikProblem(nik: string): NikProblem | undefined {
  if (!/^[0-9]{16}$/.test(nik)) return 'nikDigits'
  const { province, day, month, year, serial } = parts(nik)
  // Checks regency and district only for 00: their lists change every few years, and old numbers stay valid.
  if (!Object.hasOwn(provinces, province) || nik.slice(2, 4) === '00' || nik.slice(4, 6) === '00') return 'nikRegion'
  // 2000 + yy has the leap years of both centuries: nobody aged 17 to 100 was born on 29 February 1900.
  if (!realDay(2000 + year, month, day)) return 'nikBirthDate'
  return serial === '0000' ? 'nikSerial' : undefined
}

/**
 * The facts that a well-formed NIK encodes; `today` ('YYYY-MM-DD') determines the century. Throws a RangeError for a
 * malformed NIK.
 */
export function nikFacts(nik: string, today: string): { province: string; birthday: string; gender: Gender } {
  const problem = nikProblem(nik)
  if (problem) throw new RangeError(problem)
  const { province, gender, day, month, year } = parts(nik)
  const thisYear = Number(today.slice(0, 4))
  const born = (century: number) => `${pad(century + year, 4)}-${pad(month)}-${pad(day)}`
  const age = (birthday: string) =>
    thisYear - Number(birthday.slice(0, 4)) - (birthday.slice(5) > today.slice(5, 10) ? 1 : 0)
  const recent = thisYear - (thisYear % 100)
  const candidates = [born(recent), born(recent - 100)]
  // Neither century fits a recently registered child. The true birthday is returned, so that an age rule can refuse it.
  const birthday =
    candidates.find((it) => age(it) >= 17 && age(it) <= 100) ?? candidates.find((it) => age(it) >= 0) ?? born(recent)
  return { province, birthday, gender }
}

/** Where a NIK differs from the customer's declaration. A malformed NIK has a problem and therefore no warnings. */
export function nikWarnings(nik: string, declared: { birthday: string; gender: Gender }, today: string): NikWarning[] {
  if (nikProblem(nik)) return []
  const facts = nikFacts(nik, today)
  const warnings: NikWarning[] = []
  if (facts.birthday !== declared.birthday) warnings.push('birthdayDiffers')
  if (facts.gender !== declared.gender) warnings.push('genderDiffers')
  return warnings
}

/**
 * '0812-3456-7890', '62 812…' and '+62 812…' → '+62812…'; undefined for anything else. The lender's rule counts the
 * digits after the local 0: an 8 and 9 to 12 more, so 11 to 14 digits with the 0.
 */
export function normalPhone(text: string): string | undefined {
  const rest = /^(?:\+?62|0)(8[0-9]{9,12})$/.exec(text.replace(/[\s-]/g, ''))?.[1]
  return rest && `+62${rest}`
}

/** A phone as somebody searches for it: also with dots or brackets, and without 0 or +62. */
export const phoneFound = (text: string): string | undefined => {
  const bare = text.replaceAll(/[\s.()-]/g, '')
  return normalPhone(bare.startsWith('8') ? `0${bare}` : bare)
}

/** A NIK as somebody searches for it: also with spaces, dots or hyphens. */
export const nikFound = (text: string): string => text.replaceAll(/[\s.-]/g, '')
