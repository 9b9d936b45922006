const side = 64

/** The middle of an image as a small square, as a data URL; undefined for a file that is no image. */
export const pictureOf = async (file: File): Promise<string | undefined> => {
  const image = await createImageBitmap(file).catch(() => undefined)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!image || !context) return undefined
  canvas.width = side
  canvas.height = side
  const cut = Math.min(image.width, image.height)
  context.drawImage(image, (image.width - cut) / 2, (image.height - cut) / 2, cut, cut, 0, 0, side, side)
  return canvas.toDataURL('image/webp', 0.85)
}
