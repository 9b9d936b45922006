import { useTranslation } from 'react-i18next'

const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1000 },
] as const

/** Says how long something took, given in milliseconds, as exactly as the figures are: `2 h 5 min`, but `12 h`. */
export const useDuration = () => {
  const { t } = useTranslation()
  return (ms: number): string => {
    const largest = units.findIndex((unit) => unit.ms <= ms)
    if (largest < 0) return t('flow:duration.instant')
    const [unit, smaller] = units.slice(largest)
    if (!smaller || ms >= 10 * unit!.ms) return t(`flow:duration.${unit!.name}`, { n: Math.round(ms / unit!.ms) })
    const rest = Math.floor((ms % unit!.ms) / smaller.ms)
    const whole = t(`flow:duration.${unit!.name}`, { n: Math.floor(ms / unit!.ms) })
    return rest > 0 ? `${whole} ${t(`flow:duration.${smaller.name}`, { n: rest })}` : whole
  }
}
