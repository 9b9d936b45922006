import { useTranslation } from 'react-i18next'

const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1000 },
] as const

/** The largest unit that fits, and the next smaller one. */
const unitsOf = (ms: number) => units.filter((unit) => unit.ms <= ms).slice(0, 2)

/** Formats a duration in milliseconds to the figures' precision: `2 h 5 min`, but `12 h`; a dash for null. */
export const useDuration = () => {
  const { t } = useTranslation()
  return (ms: number | null): string => {
    if (ms === null) return '–'
    const [unit, smaller] = unitsOf(ms)
    if (!unit) return t('flow:duration.instant')
    const step = smaller && ms < 10 * unit.ms ? smaller.ms : unit.ms
    // Rounds before it chooses the units: 59.7 minutes are one hour, not 60 minutes.
    const rounded = Math.round(ms / step) * step
    const [larger, part] = unitsOf(rounded)
    const whole = t(`flow:duration.${larger!.name}`, { n: Math.floor(rounded / larger!.ms) })
    const rest = part ? (rounded % larger!.ms) / part.ms : 0
    return rest > 0 ? `${whole} ${t(`flow:duration.${part!.name}`, { n: rest })}` : whole
  }
}
