import { orderNumbersIn } from './orderNumbers.ts'
import { Unreadable } from './zip.ts'

// Ended by whoever began it, once the answer is there.
process.on('message', async ({ file, most }: { file: Uint8Array; most: number }) => {
  try {
    process.send!({
      numbers: await orderNumbersIn(Buffer.from(file.buffer, file.byteOffset, file.byteLength), most),
    })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    process.send!({ refused: { reason: error.reason, where: error.where } })
  }
})
