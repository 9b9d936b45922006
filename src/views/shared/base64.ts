const pieceBytes = 8 * 1024

/** A file's bytes as base64. Works in pieces, because a call accepts a limited number of arguments. */
export const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let from = 0; from < bytes.length; from += pieceBytes)
    binary += String.fromCharCode(...bytes.subarray(from, from + pieceBytes))
  return btoa(binary)
}
