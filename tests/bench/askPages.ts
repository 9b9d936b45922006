import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type Asking = {
  url: string
  headers: Record<string, string>
  bodies: string[]
  clients: number
  seconds: number
}

// Runs in a worker thread, so that the server's thread only answers. Posts the number of answers per second.
const { url, headers, bodies, clients, seconds } = workerData as Asking
const agent = new Agent({ keepAlive: true, maxSockets: clients })
const end = performance.now() + seconds * 1000
let answers = 0

const ask = (body: string) =>
  new Promise<void>((resolve, reject) => {
    const call = request(url, { agent, method: 'POST', headers: { 'content-type': 'application/json', ...headers } })
    call.on('error', reject)
    call.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      response.resume().on('end', resolve)
    })
    call.end(body)
  })

const client = async () => {
  while (performance.now() < end) {
    await ask(bodies[answers % bodies.length]!)
    answers += 1
  }
}
await Promise.all(Array.from({ length: clients }, client))
agent.destroy()
parentPort!.postMessage(answers / seconds)
