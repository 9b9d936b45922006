import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import { failure } from './failure.ts'

/** The process's log: JSON lines on standard output, or in `into`. */
export const createLog = (level: LevelWithSilent, into?: DestinationStream): Logger => {
  const options = { level, base: null, serializers: { err: failure } }
  return into ? pino(options, into) : pino(options)
}
