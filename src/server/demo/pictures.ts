import sharp from 'sharp'
import type { DocumentKind } from '../../services/customer.ts'

/** Variants 0 to 3 of a kind of picture. Even ones show a man, odd ones a woman. */
export const pictureVariants = 4

const looks = [
  { card: '#a9d3e4', ink: '#2d5d73', skin: '#c58c5f', hair: '#2b211c', shirt: '#3a6ea5', scarf: '' },
  { card: '#b5d6c6', ink: '#2f5f4b', skin: '#d9a87c', hair: '#3d2f2a', shirt: '#8a4f7d', scarf: '#8fb8a8' },
  { card: '#c6cde8', ink: '#3c4775', skin: '#a9744c', hair: '#1c1715', shirt: '#7a5c3e', scarf: '' },
  { card: '#e4d3b4', ink: '#6d5326', skin: '#cf9a6d', hair: '#2b211c', shirt: '#4d7a57', scarf: '#d9b8c4' },
] as const
type Look = (typeof looks)[number]

// Letters as strokes on a 4 × 6 grid, because librsvg draws no text on a host without fonts.
const strokes: Record<string, string> = {
  A: 'M0 6L2 0L4 6M1 4H3',
  C: 'M4 1L3 0H1L0 1V5L1 6H3L4 5',
  E: 'M4 0H0V6H4M0 3H3',
  H: 'M0 0V6M4 0V6M0 3H4',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3L4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M1 0H3L4 1V5L3 6H1L0 5V1Z',
  P: 'M0 6V0H3L4 1V2L3 3H0',
  S: 'M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5',
  T: 'M0 0H4M2 0V6',
  '/': 'M-1 6.5L5 -0.5',
}

function lettering(text: string, x: number, y: number, size: number, colour: string, opacity = 1): string {
  const paths = Array.from(text, (letter, i) => {
    const d = strokes[letter]
    return d ? `<path transform="translate(${i * 6} 0)" d="${d}"/>` : ''
  })
  return `<g transform="translate(${x} ${y}) scale(${size / 6})" fill="none" stroke="${colour}" stroke-width="0.9"
    stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}">${paths.join('')}</g>`
}

const box = (x: number, y: number, width: number, height: number, fill: string, extra = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${extra}/>`

// Bars for lines of writing. The lengths repeat, so the picture is the same each time.
const writing = (x: number, y: number, lines: number, width: number, colour: string, step = 22) =>
  Array.from({ length: lines }, (_, i) =>
    box(x, y + i * step, Math.round(width * [0.95, 0.6, 0.8, 0.45, 0.7][i % 5]!), 8, colour, 'rx="4" opacity="0.55"'),
  ).join('')

function portrait(look: Look, x: number, y: number, scale: number): string {
  const { skin, hair, shirt, scarf } = look
  const head = scarf
    ? `<path d="M4 92C4 20 24 4 50 4s46 16 46 88z" fill="${scarf}"/><ellipse cx="50" cy="46" rx="24" ry="29" fill="${skin}"/>`
    : `<ellipse cx="50" cy="48" rx="27" ry="33" fill="${skin}"/><path d="M22 46C18 12 34 6 50 6s34 8 28 40C72 28 60 28 46 28 34 28 27 32 22 46z" fill="${hair}"/>`
  return `<g transform="translate(${x} ${y}) scale(${scale})">
    <path d="M0 128C0 96 20 86 50 86s50 10 50 42z" fill="${shirt}"/>${head}
    <circle cx="41" cy="46" r="3" fill="#222"/><circle cx="59" cy="46" r="3" fill="#222"/>
    <path d="M42 61q8 6 16 0" stroke="#5b2f22" stroke-width="2.5" fill="none" stroke-linecap="round"/></g>`
}

const card = (look: Look, inside: string) =>
  `${box(40, 28, 520, 324, look.card, 'rx="18" stroke="#ffffff" stroke-width="3"')}
  <path d="M40 250C150 200 250 300 360 240S520 230 560 205V334Q560 352 542 352H58Q40 352 40 334Z" fill="#fff" opacity="0.25"/>${inside}`

function front(look: Look): string {
  const photo = `${box(410, 106, 124, 160, '#c0392b', 'rx="6"')}${portrait(look, 416, 118, 1.12)}`
  return card(
    look,
    `${writing(190, 48, 2, 230, look.ink, 16)}${box(66, 94, 300, 18, look.ink, 'rx="4" opacity="0.8"')}
    ${writing(66, 132, 9, 96, look.ink)}${writing(176, 132, 9, 210, look.ink)}${photo}
    <path d="M430 300q18-26 30 0t34-8" stroke="${look.ink}" stroke-width="3" fill="none"/>`,
  )
}

const back = (look: Look) =>
  card(
    look,
    `<circle cx="300" cy="150" r="62" fill="none" stroke="${look.ink}" stroke-width="5" opacity="0.5"/>
    <path d="M300 100l15 34 37 4-28 25 8 37-32-19-32 19 8-37-28-25 37-4z" fill="${look.ink}" opacity="0.45"/>
    ${writing(110, 248, 4, 380, look.ink)}`,
  )

const handheld = (look: Look) =>
  `${box(0, 0, 600, 380, '#d8d4cc')}<rect y="250" width="600" height="130" fill="#c6c0b4"/>${portrait(look, 150, 14, 3)}
  <g transform="translate(262 226) rotate(-6) scale(0.44)">${front(look)}</g>
  <g fill="${look.skin}"><circle cx="292" cy="318" r="21"/><circle cx="497" cy="296" r="21"/></g>`

const sheet = (look: Look, inside: string) =>
  `${box(120, 14, 360, 352, '#fdfcf8', 'stroke="#bbb" stroke-width="2"')}${box(144, 34, 44, 44, look.ink, 'rx="22"')}
  ${writing(204, 42, 2, 240, look.ink, 20)}${box(144, 90, 312, 3, look.ink)}${inside}`

const workLicence = (look: Look) =>
  sheet(
    look,
    `${writing(216, 108, 1, 180, look.ink)}${writing(144, 138, 6, 312, '#555', 20)}
    ${portrait(look, 150, 270, 0.66)}<circle cx="402" cy="312" r="32" fill="none" stroke="#a3324a" stroke-width="4" opacity="0.7"/>
    <path d="M352 320q20-34 36 0t52-14" stroke="#223a7a" stroke-width="3" fill="none"/>`,
  )

function incomeProof(look: Look): string {
  const rows = Array.from(
    { length: 8 },
    (_, i) =>
      `${box(144, 110 + i * 27, 312, 25, i % 2 ? '#eef1f4' : '#fff')}${writing(152, 119 + i * 27, 1, 90 + ((i * 37) % 80), '#555')}
      ${box(388 - ((i * 23) % 30), 119 + i * 27, 60 + ((i * 23) % 30), 8, '#333', 'rx="4" opacity="0.7"')}`,
  ).join('')
  return sheet(look, `${rows}${box(144, 332, 312, 20, look.ink, 'opacity="0.85"')}`)
}

const drawings: Record<DocumentKind, (look: Look) => string> = {
  idFront: front,
  idBack: back,
  handheld,
  workLicence,
  incomeProof,
}

/** A made-up document, 480 × 304 WebP of 2 to 4 KB, marked as a sample. Kind and variant determine the picture. */
export function samplePicture(kind: DocumentKind, variant: number): Promise<Buffer> {
  const look = looks[variant % pictureVariants]
  if (!look) throw new RangeError(`no such variant: ${variant}`)
  const mark = `<g transform="rotate(-24 300 190)">${lettering('CONTOH / SAMPLE', 62, 172, 32, '#b3261e', 0.5)}</g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="380">${box(0, 0, 600, 380, '#e9e6df')}
    ${drawings[kind](look)}${mark}</svg>`
  return sharp(Buffer.from(svg)).resize({ width: 480 }).webp({ quality: 55 }).toBuffer()
}
