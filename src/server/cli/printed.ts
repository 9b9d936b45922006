import type { Report } from '../kit/progress.ts'

const everyMs = 5000

/** Prints messages, and every five seconds a task's progress and speed. */
export const printed = (): Report => {
  let task = ''
  let from = { at: 0, done: 0 }
  let printedAt = 0
  return {
    say: (line) => console.log(line),
    count: (now, done, of) => {
      const at = performance.now()
      if (now !== task) {
        task = now
        from = { at, done }
        printedAt = at
      }
      if (at - printedAt < everyMs) return
      printedAt = at
      const speed = Math.round(((done - from.done) / (at - from.at)) * 1000)
      console.log(`${task}: ${done.toLocaleString('en')} ${of}, ${speed.toLocaleString('en')} a second`)
    },
  }
}
