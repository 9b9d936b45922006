import { type Zone, zones } from './contactRules.ts'
import { provinces } from './identity.ts'

/** The province codes of each time zone; `from` is the first day on which they apply. */
export type ProvinceZones = { from: string } & Record<Zone, string[]>

const known = Object.keys(provinces).toSorted()

/**
 * The codes that a text such as '11–36, 61' lists. A range has the provinces that exist within it. What is neither a code
 * nor such a range stays as it is typed, so that it is refused.
 */
export const codesIn = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .flatMap((part) => {
      const [, first, last] = /^(\d\d)[-–](\d\d)$/.exec(part) ?? []
      const within = first && last ? known.filter((code) => first <= code && code <= last) : []
      return within.length > 0 ? within : [part]
    })

/** Codes as a short text: three or more provinces that follow each other are a range. */
export const inRanges = (codes: readonly string[]): string => {
  const runs: string[][] = []
  for (const code of codes.toSorted()) {
    const run = runs.at(-1)
    if (run && known.indexOf(code) === known.indexOf(run.at(-1)!) + 1) run.push(code)
    else runs.push([code])
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(', '))).join(', ')
}

/** The values of a new proposal, from Keppres 41/1987. A later province has the zone of the one it was split from. */
export const usualZones: Record<Zone, string[]> = {
  WIB: codesIn('11–36, 61, 62'),
  WITA: codesIn('51–53, 63–65, 71–76'),
  WIT: codesIn('81, 82, 91–96'),
}

export const zoneOf = (province: string, of: Record<Zone, readonly string[]>): Zone | undefined =>
  zones.find((zone) => of[zone].includes(province))

type ZoneFlaw = { zone: Zone; code: string; reason: 'noProvince' | 'provinceTwice' | 'provinceMissing' }

/** Why zones are refused: every province has one zone. A missing province is a flaw of its usual zone. */
export const zoneFlaws = (of: Record<Zone, readonly string[]>): ZoneFlaw[] => {
  const seen = new Set<string>()
  const listed = zones.flatMap((zone) =>
    of[zone].flatMap((code): ZoneFlaw[] => {
      if (!known.includes(code)) return [{ zone, code, reason: 'noProvince' }]
      if (seen.has(code)) return [{ zone, code, reason: 'provinceTwice' }]
      seen.add(code)
      return []
    }),
  )
  const missing = known
    .filter((code) => !seen.has(code))
    .map((code): ZoneFlaw => ({ zone: zoneOf(code, usualZones) ?? 'WIB', code, reason: 'provinceMissing' }))
  return [...listed, ...missing]
}
