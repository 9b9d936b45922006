import { businessDay, dayStart, weekday } from './calendar.ts'

/**
 * Days of the week (1 is Monday) with hours 'HH:MM' in Jakarta. A shift whose end is not after its start ends the next
 * day.
 */
export type Shift = { days: number[]; from: string; to: string }

const minute = 60_000
const day = 24 * 60

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The minutes of the day at which hours begin and end; the end may be on the next day. */
export const shiftOn = ({ opens, closes }: { opens: string; closes: string }) => {
  const from = minuteOf(opens)
  const to = minuteOf(closes)
  return { from, to: to > from ? to : to + day }
}

/** Whether a person is on duty at an instant (epoch ms); always true without shifts. */
export const onShift = (shifts: readonly Shift[], at: number): boolean => {
  const now = Math.floor((at - dayStart(businessDay(at))) / minute)
  const today = weekday(at)
  const yesterday = today === 1 ? 7 : today - 1
  return (
    shifts.length === 0 ||
    shifts.some(({ days, from, to }) => {
      const { from: begins, to: ends } = shiftOn({ opens: from, closes: to })
      const within = (began: number, minutes: number) => days.includes(began) && begins <= minutes && minutes < ends
      return within(today, now) || within(yesterday, now + day)
    })
  )
}
