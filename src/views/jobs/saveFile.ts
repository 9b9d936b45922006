import type { Client } from '../../services/http.ts'
import { type Exported, exportChunk } from '../../services/jobs.ts'

/** Fetches a finished file piece by piece and hands it to the browser to keep. */
export const saveFile = async (client: Client, { id, name }: Pick<Exported, 'id' | 'name'>): Promise<void> => {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let n: number | null = 0; n !== null;) {
    const { data, next }: { data: string; next: number | null } = await client.call(exportChunk, { id, n })
    pieces.push(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)))
    n = next
  }
  const url = URL.createObjectURL(new Blob(pieces))
  const link = Object.assign(document.createElement('a'), { href: url, download: name ?? '' })
  link.click()
  URL.revokeObjectURL(url)
}
