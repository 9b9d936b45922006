import { Worker } from 'node:worker_threads'

// Plain JavaScript as text: a worker has no loader for the tests' own files.
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

// Shorter than the shortest stall that matters.
const everyMs = 20

/** Polls a server's health from a worker thread during `work`; answers the longest wait in milliseconds. */
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
