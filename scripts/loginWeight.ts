import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { withConsole } from '../src/server/http/console.ts'
import { serverFor } from '../src/server/http/listen.ts'
import { limits } from '../src/server/kit/limits.ts'
import { languages } from '../src/services/user.ts'

export const mostKibibytes = 200

type Weight = { kibibytes: number; files: { path: string; kibibytes: number }[] }

/**
 * Measures the login page of the console in `dist` with an empty cache, in KiB: all responses, headers included, for a
 * browser that accepts these encodings. The heaviest language counts.
 */
export const loginWeight = async (dist: string, encodings = 'gzip, deflate, br'): Promise<Weight> => {
  const server = serverFor(withConsole(new Hono(), dist), limits.connection)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const weigh = async (path: string) => {
    const call = get({ port, path, agent: false, headers: { 'accept-encoding': encodings } })
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    if (response.statusCode !== 200) throw new Error(`The login page asks for ${path}, which is not there.`)
    return { path, kibibytes: response.socket.bytesRead / 1024 }
  }
  try {
    const named = await Promise.all(['/login', ...namedIn(dist)].map(weigh))
    const texts = await Promise.all(textsIn(dist).map(weigh))
    const files = [...named, texts.toSorted((one, other) => other.kibibytes - one.kibibytes)[0]!]
    return { files, kibibytes: files.reduce((sum, file) => sum + file.kibibytes, 0) }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Lists the files that index.html references: scripts, styles, the icon, and the first script's preloaded chunks. */
const namedIn = (dist: string): string[] =>
  [...readFileSync(`${dist}/index.html`, 'utf8').matchAll(/ (?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!)

const textsIn = (dist: string): string[] => {
  const chunks = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, { file: string }>
  return languages.map((language) => `/${chunks[`src/views/languages/${language}.ts`]!.file}`)
}
