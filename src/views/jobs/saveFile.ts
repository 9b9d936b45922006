import { businessDay } from '../../machines/calendar.ts'
import type { Client } from '../../services/http.ts'
import type { exportChunk } from '../../services/jobs.ts'
import type { sheetChunk } from '../../services/order.ts'
import { type Entry, zipOf } from '../../services/zip.ts'

type File = { id: string; name: string | null }
type Chunk = typeof exportChunk | typeof sheetChunk

const piecesOf = async (client: Client, chunk: Chunk, { id }: File): Promise<Entry['pieces']> => {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let n: number | null = 0; n !== null;) {
    const { data, next }: { data: string; next: number | null } = await client.call(chunk, { id, n })
    pieces.push(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)))
    n = next
  }
  return pieces
}

const keep = (pieces: Entry['pieces'], name: string) => {
  const url = URL.createObjectURL(new Blob([...pieces]))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

/** Fetches a finished file chunk by chunk and passes it to the browser as a download. */
export const saveFile = async (client: Client, chunk: Chunk, file: File): Promise<void> =>
  keep(await piecesOf(client, chunk, file), file.name ?? '')

/** Fetches several finished files and passes them to the browser as one ZIP archive. */
export const saveZip = async (client: Client, chunk: Chunk, files: readonly File[], title: string): Promise<void> => {
  const entries: Entry[] = []
  for (const file of files) entries.push({ name: file.name ?? file.id, pieces: await piecesOf(client, chunk, file) })
  const now = Date.now()
  keep(zipOf(entries, now), `${title} ${businessDay(now)}.zip`)
}
