import sharp from 'sharp'

export const secretInPhoto = 'taken-at-home-6.1754S-106.8272E'

/** A phone's photograph: a JPEG whose EXIF metadata says where it was taken. */
export const photo = (width = 64): Promise<Buffer> =>
  sharp({ create: { width, height: 40, channels: 3, background: '#7090b0' } })
    .withExif({ IFD0: { Copyright: secretInPhoto, ImageDescription: secretInPhoto } })
    .jpeg()
    .toBuffer()

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
