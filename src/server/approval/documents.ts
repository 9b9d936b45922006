import sharp from 'sharp'
import { createTurns } from '../kit/turns.ts'

// In pixels, on the longer side: enough to read an identity card. Larger photographs are scaled down.
const widest = 1600
// Refuses a decompression bomb before it is decoded.
const limitInputPixels = 50_000_000

const formats = ['jpeg', 'png', 'webp']

const opened = (image: Buffer) => sharp(image, { limitInputPixels, failOn: 'error' })

/** Reads an image's pixel count from its header. Undefined for another format, a broken file or too many pixels. */
export const pixelsOf = async (image: Buffer): Promise<number | undefined> => {
  try {
    const { format, width, height } = await opened(image).metadata()
    return formats.includes(format) && width * height <= limitInputPixels ? width * height : undefined
  } catch {
    return undefined
  }
}

// 49 million pixels take 200 MB, so the process decodes one image at a time.
const inTurn = createTurns()

/**
 * Re-encodes a caller's image as WebP, which drops its metadata and whatever else the file carried.
 * Undefined when it is no image.
 */
export const reencoded = async (image: Buffer, by: string): Promise<Buffer | undefined> => {
  if ((await pixelsOf(image)) === undefined) return undefined
  try {
    return await inTurn(by, () =>
      opened(image)
        .rotate()
        .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer(),
    )
  } catch {
    return undefined
  }
}

export type Onlooker = { name: string; id: string; at: number }

const instant = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Jakarta',
  dateStyle: 'medium',
  timeStyle: 'long',
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Tiles the viewer's name and the time over a picture of this size, legible on light and dark, hiding neither. */
const overlayOf = ({ name, id, at }: Onlooker, width: number, height: number) => {
  const size = Math.max(14, Math.round(Math.max(width, height) / 45))
  const lines = [`${name} · ${id}`, instant.format(at)]
  const tile = { width: size * (4 + 0.62 * Math.max(...lines.map(({ length }) => length))), height: size * 7 }
  const texts = lines.map(
    (line, index) => `<text x="${size}" y="${size * (2 + 1.4 * index)}" font-size="${size}">${escaped(line)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <pattern id="mark" patternUnits="userSpaceOnUse" width="${tile.width}" height="${tile.height}" patternTransform="rotate(-24)">
      <g font-family="sans-serif" font-weight="bold" fill="#fff" fill-opacity="0.42" stroke="#000" stroke-opacity="0.3" stroke-width="${size / 18}">
        ${texts.join('')}
      </g>
    </pattern>
    <rect width="100%" height="100%" fill="url(#mark)"/>
  </svg>`
}

// Without a font the renderer drops text silently. A sample overlay is checked once per process.
let legible: Promise<boolean> | undefined
const isLegible = async () => {
  const { channels } = await sharp(Buffer.from(overlayOf({ name: 'Loket', id: '', at: 0 }, 300, 300))).stats()
  return channels.at(-1)!.max > 0
}

/** Writes the viewer's name across a stored picture, so that a copy shows its source. Throws when there is no font. */
export const watermarked = async (picture: Buffer, onlooker: Onlooker): Promise<Buffer> => {
  legible ??= isLegible()
  if (!(await legible)) throw new Error('no font to write the watermark with')
  const { width, height } = await sharp(picture).metadata()
  const overlay = Buffer.from(overlayOf(onlooker, width, height))
  return (
    sharp(picture)
      .composite([{ input: overlay }])
      // The caller waits: effort 1 takes half the time of the default effort.
      .webp({ quality: 80, effort: 1 })
      .toBuffer()
  )
}
