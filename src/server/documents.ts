import sharp from 'sharp'

// Wide enough to read an identity card; larger photographs are reduced.
const widest = 1600
// A decompression bomb is refused before it is unpacked.
const limitInputPixels = 50_000_000

const formats = ['jpeg', 'png', 'webp']

/** An image made anew as WebP: whatever else the file carried, its metadata included, is gone. Undefined when it is none. */
export const reencoded = async (image: Buffer): Promise<Buffer | undefined> => {
  try {
    const picture = sharp(image, { limitInputPixels, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!format || !formats.includes(format)) return undefined
    return await picture
      .rotate()
      .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  } catch {
    return undefined
  }
}
