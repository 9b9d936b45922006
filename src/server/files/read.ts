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
// Half of a child's start is the compilation of its modules.
const compiled = join(import.meta.dirname, '../../../node_modules/.cache/compiled')

let before: Promise<unknown> = Promise.resolve()

/** Reads an uploaded file. Reads one file at a time, because each may use the whole memory limit. Throws Unreadable. */
export const readFile = <Name extends Reader>(reader: Name, file: Uint8Array, how: How<Name>): Promise<Found<Name>> => {
  const reading = before.then(() => readInProcess(reader, file, how))
  before = reading.catch(() => {})
  return reading
}

/** Reads in a child process with bounded memory and time: a worker thread out of memory can end the whole server. */
const readInProcess = <Name extends Reader>(reader: Name, file: Uint8Array, how: How<Name>): Promise<Found<Name>> =>
  new Promise((resolve, reject) => {
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${mostMegabytes}`],
      // The child gets none of the server's environment variables.
      env: { NODE_COMPILE_CACHE: compiled },
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
    // Exit code 1 is a thrown error; a process out of memory is aborted by a signal.
    child.once('exit', (code) => end(() => reject(new Unreadable(code === 1 ? 'broken' : 'tooBig'))))
    child.once('error', (error) => end(() => reject(error)))
    // The callback ignores a failed send: the exit event reports a child that ended at once.
    child.send({ reader, file, how }, () => {})
  })
