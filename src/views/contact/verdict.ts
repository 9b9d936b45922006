import { localTime, type Zone } from '../../machines/contactRules.ts'
import type { ContactOfOrder } from '../../services/contact.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat, useNow } from '../shared/format.ts'

/** Whether an attempt is allowed now, on the clock of a zone. */
export type Verdict = ContactOfOrder['whereabouts'] & Pick<ContactOfOrder, 'zone'>

/** Words the rule that forbids an attempt, and from when it is allowed; undefined for an allowed one. */
export const useClosedWords = () => {
  const format = useFormat()
  const { t } = format
  return ({ rule, figures, opensAt, zone }: Verdict): string | undefined => {
    if (rule === null) return undefined
    const why = t(`contact:blocked.${rule}`, figures)
    if (opensAt === null || zone === null) return why
    // The next whole minute: a clock without seconds would show one at which it is not allowed yet.
    const { day, time } = localTime(opensAt + 59_999, zone)
    return t('contact:screen.from', { why, day: dayIn(day, format), time, zone })
  }
}

/** The present time in the person's zone, in words. */
export const useClock = (zone: Zone): string => {
  const { t } = useFormat()
  const { time } = localTime(useNow(), zone)
  return t('contact:screen.clock', { time, zone })
}
