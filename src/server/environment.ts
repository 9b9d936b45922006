import { resolve } from 'node:path'
import { limits } from './kit/limits.ts'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Environment = {
  port: number
  dataDir: string
  databaseUrl: string | undefined
  /** The connection of the role that owns the tables, when it is not the serving role. */
  migrateUrl: string | undefined
  adminApi: string | undefined
  demoPassword: string
  /** The seed of the sandbox providers' signing secrets. */
  sandboxSecret: string | undefined
  /** The number of reverse proxies in front that append to X-Forwarded-For. */
  proxies: number
  /** The rate limit of one session. */
  callsPerMinute: number
  /** The event-loop time that one caller may use in a minute, in seconds. */
  secondsPerMinute: number
  /** The bearer token that permits reading the metrics from another machine. */
  metricsToken: string | undefined
  logLevel: (typeof levels)[number]
}

/** An invalid environment variable; the message names it and says what it takes. */
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

/** Reads the process's settings; throws WrongEnvironment at the first invalid one. */
export const readEnvironment = (env: NodeJS.ProcessEnv): Environment => {
  const port = Number(env.PORT || 8080)
  if (!/^\d*$/.test(env.PORT ?? '') || port > 65_535)
    throw wrong('PORT', env.PORT!, 'it takes a number from 0 to 65535')
  const proxies = Number(env.TRUST_PROXY || 0)
  if (!/^\d?$/.test(env.TRUST_PROXY ?? ''))
    throw wrong('TRUST_PROXY', env.TRUST_PROXY!, 'it takes a number from 0 to 9')
  const callsPerMinute = Number(env.CALLS_PER_MINUTE || limits.calls.ofSession)
  if (!/^(?:[1-9]\d{1,6})?$/.test(env.CALLS_PER_MINUTE ?? ''))
    throw wrong('CALLS_PER_MINUTE', env.CALLS_PER_MINUTE!, 'it takes a number from 10 to 9999999')
  const secondsPerMinute = Number(env.SECONDS_PER_MINUTE || limits.share.most / 1000)
  if (!/^(?:[1-9]|[1-5]\d|60)?$/.test(env.SECONDS_PER_MINUTE ?? ''))
    throw wrong('SECONDS_PER_MINUTE', env.SECONDS_PER_MINUTE!, 'it takes a number from 1 to 60')
  const demoPassword = env.DEMO_PASSWORD || 'counter-window'
  if (demoPassword.length < 12) throw wrong('DEMO_PASSWORD', '…', 'it takes at least 12 characters')
  const sandboxSecret = env.SANDBOX_SECRET || undefined
  if (sandboxSecret && sandboxSecret.length < 16) throw wrong('SANDBOX_SECRET', '…', 'it takes at least 16 characters')
  const metricsToken = env.METRICS_TOKEN || undefined
  if (metricsToken && !/^[\w.~+/=-]{16,}$/.test(metricsToken))
    throw wrong('METRICS_TOKEN', '…', 'it takes at least 16 letters, digits and signs of - . _ ~ + / =')
  const logLevel = levels.find((level) => level === (env.LOG_LEVEL || 'info'))
  if (!logLevel) throw wrong('LOG_LEVEL', env.LOG_LEVEL!, `it takes one of ${levels.join(', ')}`)
  const databaseUrl = url('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:'])
  const migrateUrl = url('MIGRATE_URL', env.MIGRATE_URL, ['postgres:', 'postgresql:'])
  if (migrateUrl && !databaseUrl)
    throw wrong('MIGRATE_URL', '…', 'it goes with DATABASE_URL, the same database as another role')
  const adminApi = url('ADMIN_API', env.ADMIN_API, ['http:', 'https:'])
  if (databaseUrl && env.DATA_DIR)
    throw wrong('DATA_DIR', env.DATA_DIR, 'with DATABASE_URL the data is in that database, so leave one of them out')
  return {
    port,
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    migrateUrl,
    adminApi,
    demoPassword,
    sandboxSecret,
    proxies,
    callsPerMinute,
    secondsPerMinute,
    metricsToken,
    logLevel,
  }
}
