import { Worker } from 'node:worker_threads'

// Written out: a thread has no loader for what the tests' own files are.
const program = `
const { parentPort, workerData } = require('node:worker_threads')
let worst = 0
let over = false
const beat = async () => {
  while (!over) {
    const asked = performance.now()
    const { status } = await fetch(workerData.url)
    if (status !== 204) throw new Error('the pulse was answered ' + status)
    worst = Math.max(worst, performance.now() - asked)
    await new Promise((resolve) => setTimeout(resolve, workerData.every))
  }
  parentPort.postMessage(worst)
}
parentPort.once('message', () => { over = true })
beat()
`

// More often than the shortest silence that matters is long.
const everyMs = 20

/** Asks a server whether it lives, all the while some work goes on, from a thread of its own; answers the longest wait in milliseconds. */
export const worstPulse = async (url: string, work: () => Promise<unknown>): Promise<number> => {
  const thread = new Worker(program, { eval: true, workerData: { url: `${url}/healthz`, every: everyMs } })
  const worst = new Promise<number>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  })
  try {
    await work()
    thread.postMessage('over')
    return await worst
  } finally {
    await thread.terminate()
  }
}
