// Widths in ems, the widest that the usual system fonts (DejaVu Sans, Liberation Sans, Noto Sans CJK) have, so that a text
// fits whichever of them shows it.
const widths = [
  [0.3, "'Iijl"],
  [0.36, ' ,-.:;f|·’'],
  [0.41, '!()/[\\]rt'],
  [0.5, '"*'],
  [0.56, '?JL_csz'],
  [0.61, 'FT`akovxy'],
  [0.65, '0123456789$bdeghnpqu{}'],
  [0.7, 'ABEKPSVXYZ'],
  [0.75, 'CHNRU'],
  [0.8, '&DGOQ'],
  [0.87, '#+<=>M^w~'],
] as const

const em = new Map(
  widths.flatMap(([width, characters]) => Array.from(characters, (character) => [character, width] as const)),
)

const boldness = 1.12

/** How wide a text is at most, in pixels, at a font size in pixels. Whatever is not Latin counts as a whole em. */
export const widthOf = (text: string, size: number, isBold = false): number => {
  const ems = [...text].reduce((sum, character) => sum + (em.get(character) ?? 1), 0)
  return Math.ceil(ems * size * (isBold ? boldness : 1))
}

/** A text in lines of at most this width, broken at spaces; a word that is wider stands alone. */
export const linesOf = (text: string, size: number, most: number, isBold = false): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer, size, isBold) <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
