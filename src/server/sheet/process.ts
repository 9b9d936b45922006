import { orderNumbersIn } from './orderNumbers.ts'
import { Unreadable } from './zip.ts'

// Ended by whoever began it, once the answer is there.
const answer = async ({ file, most }: { file: Uint8Array; most: number }) => {
  try {
    process.send!({
      numbers: await orderNumbersIn(Buffer.from(file.buffer, file.byteOffset, file.byteLength), most),
    })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    process.send!({ refused: { reason: error.reason, where: error.where } })
  }
}
process.on('message', (asked: Parameters<typeof answer>[0]) => void answer(asked))
