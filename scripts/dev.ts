import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { readEnvironment } from '../src/server/environment.ts'
import { copyCharts } from './build.ts'

const main = fileURLToPath(new URL('../src/server/main.ts', import.meta.url))
// Vite's default port; `npm start` serves on 8080.
const usualPort = '5173'

let own: ChildProcess | undefined

/** Starts a server on a free port and answers its API's URL once it listens. This process exits with the server. */
const startOwn = async (): Promise<string> => {
  copyCharts()
  own = spawn(process.execPath, [main], { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
  own.once('exit', (code) => process.exit(code ?? 1))
  process.once('exit', () => own?.kill('SIGTERM'))
  return new Promise((resolve) => {
    createInterface({ input: own!.stdout! }).on('line', (line) => {
      const url = /^Loket is open on (http:\S+)$/.exec(line)?.[1]
      if (url) resolve(`${url}/api`)
      else console.log(line)
    })
  })
}

const end = () => (own ? void own.kill('SIGTERM') : process.exit(0))

const api = readEnvironment(process.env).adminApi ?? (await startOwn())
// The server's origin check compares Origin with Host, so the proxy must pass on the browser's Host header.
const changeOrigin = false
const vite = await createServer({
  server: {
    port: Number(process.env.PORT || usualPort),
    proxy: {
      '/api': { target: api, changeOrigin, rewrite: (path) => path.slice('/api'.length) },
      '/docs': { target: new URL(api).origin, changeOrigin },
    },
  },
})
// Vite's own SIGTERM listener would end this process before the server has closed its database.
process.removeAllListeners('SIGTERM')
process.once('SIGTERM', end)
process.once('SIGINT', end)
await vite.listen()
console.log(`The server's API is ${api}`)
vite.printUrls()
