import sharp from 'sharp'
import { createTurns } from '../kit/turns.ts'

// Wide enough to read an identity card; larger photographs are reduced.
const widest = 1600
// A decompression bomb is refused before it is unpacked.
const limitInputPixels = 50_000_000

const formats = ['jpeg', 'png', 'webp']

const opened = (image: Buffer) => sharp(image, { limitInputPixels, failOn: 'error' })

/** How many pixels an image says that it has, before any of them is unpacked. Undefined when it is none, or too large by itself. */
export const pixelsOf = async (image: Buffer): Promise<number | undefined> => {
  try {
    const { format, width, height } = await opened(image).metadata()
    return formats.includes(format) && width * height <= limitInputPixels ? width * height : undefined
  } catch {
    return undefined
  }
}

// 49 million pixels take 200 MB: one image at a time of all that is asked for.
const inTurn = createTurns()

/** An image of a caller made anew as WebP: whatever else the file carried, its metadata included, is gone. Undefined when it is none. */
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

/** Who looks, and when, over and over across a picture of this size: legible on light and on dark, and in the way of neither. */
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

// Where the machine has no font the words are left out in silence: asked once, of a mark of a size of its own.
let legible: Promise<boolean> | undefined
const isLegible = async () => {
  const { channels } = await sharp(Buffer.from(overlayOf({ name: 'Loket', id: '', at: 0 }, 300, 300))).stats()
  return channels.at(-1)!.max > 0
}

/** A stored picture with its onlooker written across it, so that a copy says whose it is. Throws where there is no font to write with. */
export const watermarked = async (picture: Buffer, onlooker: Onlooker): Promise<Buffer> => {
  legible ??= isLegible()
  if (!(await legible)) throw new Error('no font to write the watermark with')
  const { width, height } = await sharp(picture).metadata()
  const overlay = Buffer.from(overlayOf(onlooker, width, height))
  return (
    sharp(picture)
      .composite([{ input: overlay }])
      // Somebody waits for it: half the time of the usual effort.
      .webp({ quality: 80, effort: 1 })
      .toBuffer()
  )
}
