import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

// In bytes: a smaller file fits into one packet uncompressed.
const least = 1024
// Quality 11 makes files 8 % smaller but takes twenty times as long, and the first start waits for the build.
const quality = 9

/**
 * Writes a Brotli and a gzip copy beside each script and stylesheet of the folder. Browsers accept Brotli only over
 * HTTPS; without it they get gzip.
 */
export const compressAll = async (folder: string): Promise<void> => {
  const packed = async (path: string) => {
    const bytes = await readFile(path)
    if (bytes.length < least) return
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
  await Promise.all(globSync(`${folder}/*.{js,css}`).map(packed))
}
