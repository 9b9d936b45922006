import { resolve } from 'node:path'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Environment = {
  port: number
  dataDir: string
  databaseUrl: string | undefined
  adminApi: string | undefined
  demoPassword: string
  /** What the sandbox providers sign with. */
  sandboxSecret: string | undefined
  logLevel: (typeof levels)[number]
}

/** A wrong value of a variable; the message names it and says what it takes. */
export class WrongEnvironment extends Error {}

const wrong = (name: string, value: string, takes: string) =>
  new WrongEnvironment(`${name}=${value} is not usable: ${takes}`)

const url = (name: string, value: string | undefined, protocols: readonly string[]) => {
  if (!value) return undefined
  const takes = `it takes an address that starts with ${protocols.join(' or ')}//`
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw wrong(name, value.replace(/:[^:@/]*@/, ':…@'), takes)
  return value.replace(/\/$/, '')
}

/** The process's settings; throws WrongEnvironment at the first one that is not usable. */
export const readEnvironment = (env: NodeJS.ProcessEnv): Environment => {
  const port = Number(env.PORT || 8080)
  if (!/^\d*$/.test(env.PORT ?? '') || port > 65_535)
    throw wrong('PORT', env.PORT!, 'it takes a number from 0 to 65535')
  const demoPassword = env.DEMO_PASSWORD || 'counter-window'
  if (demoPassword.length < 12) throw wrong('DEMO_PASSWORD', '…', 'it takes at least 12 characters')
  const sandboxSecret = env.SANDBOX_SECRET || undefined
  if (sandboxSecret && sandboxSecret.length < 16) throw wrong('SANDBOX_SECRET', '…', 'it takes at least 16 characters')
  const logLevel = levels.find((level) => level === (env.LOG_LEVEL || 'info'))
  if (!logLevel) throw wrong('LOG_LEVEL', env.LOG_LEVEL!, `it takes one of ${levels.join(', ')}`)
  const databaseUrl = url('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:'])
  const adminApi = url('ADMIN_API', env.ADMIN_API, ['http:', 'https:'])
  if (databaseUrl && env.DATA_DIR)
    throw wrong('DATA_DIR', env.DATA_DIR, 'with DATABASE_URL the data is in that database, so leave one of them out')
  return {
    port,
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    adminApi,
    demoPassword,
    sandboxSecret,
    logLevel,
  }
}
