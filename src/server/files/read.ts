import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Readers } from './process.ts'
import { Unreadable } from './zip.ts'

type Reader = keyof Readers
type How<Name extends Reader> = Parameters<Readers[Name]>[1]
type Found<Name extends Reader> = Awaited<ReturnType<Readers[Name]>>
type Answer<Name extends Reader> =
  | { found: Found<Name> }
  | { refused: { reason: string; where: Record<string, string | number> } }

// A file within its limits takes a second or two.
const longestMs = 20_000
const mostMegabytes = 512
const program = join(import.meta.dirname, 'process.ts')

let before: Promise<unknown> = Promise.resolve()

/** What is in an uploaded file; of several files one at a time, as each may take all the memory that one may. Throws Unreadable. */
export const readFile = <Name extends Reader>(reader: Name, file: Uint8Array, how: How<Name>): Promise<Found<Name>> => {
  const reading = before.then(() => readInProcess(reader, file, how))
  before = reading.catch(() => {})
  return reading
}

/** In a process of its own with bounded memory and time: a thread that has no memory left can end the whole server. */
const readInProcess = <Name extends Reader>(reader: Name, file: Uint8Array, how: How<Name>): Promise<Found<Name>> =>
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
    child.once('message', (answer: Answer<Name>) =>
      end(() =>
        'found' in answer ? resolve(answer.found) : reject(new Unreadable(answer.refused.reason, answer.refused.where)),
      ),
    )
    // 1 is an error that was thrown; without memory it is aborted.
    child.once('exit', (code) => end(() => reject(new Unreadable(code === 1 ? 'broken' : 'tooBig'))))
    child.once('error', (error) => end(() => reject(error)))
    // One that ended at once is told of by its exit.
    child.send({ reader, file, how }, () => {})
  })
