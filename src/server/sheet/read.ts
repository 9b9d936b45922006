import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { OrderNumbers } from './orderNumbers.ts'
import { Unreadable } from './zip.ts'

type Answer = { numbers: OrderNumbers } | { refused: { reason: string; where: Record<string, string | number> } }

// A file within its limits takes a second or two.
const longestMs = 20_000
const mostMegabytes = 512
const program = join(import.meta.dirname, 'process.ts')

let before: Promise<unknown> = Promise.resolve()

/** The order numbers in an uploaded file; of several files one at a time, as each may take all the memory that one may. Throws Unreadable. */
export const readOrderNumbers = (file: Uint8Array, most: number): Promise<OrderNumbers> => {
  const reading = before.then(() => readInProcess(file, most))
  before = reading.catch(() => {})
  return reading
}

/** In a process of its own with bounded memory and time: a thread that has no memory left can end the whole server. */
const readInProcess = (file: Uint8Array, most: number): Promise<OrderNumbers> =>
  new Promise((resolve, reject) => {
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${mostMegabytes}`],
      // It has what it reads, and nothing of the server's.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const late = setTimeout(() => end(() => reject(new Unreadable('tooBig'))), longestMs)
    const end = (settle: () => void) => {
      clearTimeout(late)
      settle()
      child.kill('SIGKILL')
    }
    child.once('message', (answer: Answer) =>
      end(() =>
        'numbers' in answer
          ? resolve(answer.numbers)
          : reject(new Unreadable(answer.refused.reason, answer.refused.where)),
      ),
    )
    // 1 is an error that was thrown; without memory it is aborted.
    child.once('exit', (code) => end(() => reject(new Unreadable(code === 1 ? 'broken' : 'tooBig'))))
    child.once('error', (error) => end(() => reject(error)))
    // One that ended at once is told of by its exit.
    child.send({ file, most }, () => {})
  })
