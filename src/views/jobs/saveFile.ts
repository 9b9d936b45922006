import type { Client } from '../../services/http.ts'
import type { exportChunk } from '../../services/jobs.ts'
import type { sheetChunk } from '../../services/order.ts'

type File = { id: string; name: string | null }

/** Fetches a finished file piece by piece and hands it to the browser to keep. */
export const saveFile = async (
  client: Client,
  chunk: typeof exportChunk | typeof sheetChunk,
  { id, name }: File,
): Promise<void> => {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let n: number | null = 0; n !== null;) {
    const { data, next }: { data: string; next: number | null } = await client.call(chunk, { id, n })
    pieces.push(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)))
    n = next
  }
  const url = URL.createObjectURL(new Blob(pieces))
  const link = Object.assign(document.createElement('a'), { href: url, download: name ?? '' })
  link.click()
  URL.revokeObjectURL(url)
}
