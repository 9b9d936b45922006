import { colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'
import mix from 'colord/plugins/mix'
import { isDark, type Look } from '../machines/look.ts'

extend([a11y, mix])

// What WCAG 2.2 asks between a text and its ground.
const legible = 4.5
// Of two grounds the one that words of the colour are harder to read on, and what shows a tint of it.
const looks = {
  light: { ground: '#f6f7f9', surface: '#ffffff', share: 0.1, way: -1 },
  dark: { ground: '#252a31', surface: '#252a31', share: 0.2, way: 1 },
} as const
// A colour so bright keeps its shade, and carries dark words.
const bright = 0.75

/** The shades that the console needs of one colour: it as it is, as the ground of words, as a tint behind words of it, and as words. */
export const shadesOf = (colour: string, dark: boolean): Record<string, string> => {
  const isBright = colord(colour).brightness() > bright
  const words = isBright ? '#111418' : '#ffffff'
  const filled = until(colour, (shade) => shade.contrast(words) >= legible, isBright ? 1 : -1)
  const { ground, surface, share, way } = looks[dark ? 'dark' : 'light']
  const tint = colord(surface).mix(filled, share).toHex()
  const said = until(colour, (shade) => [ground, tint].every((below) => shade.contrast(below) >= legible), way)
  return {
    '--theme': colour,
    '--accent': filled,
    '--accent-hover': colord(filled).darken(0.05).toHex(),
    '--accent-active': colord(filled).darken(0.1).toHex(),
    '--on-accent': words,
    '--tint': tint,
    '--link': said,
  }
}

type Shade = ReturnType<typeof colord>

const until = (colour: string, isEnough: (shade: Shade) => boolean, way: 1 | -1): string => {
  let shade = colord(colour)
  // As it will be written: a shade in between may be enough, and what it is rounded to not.
  for (let step = 0; step < 50 && !isEnough(colord(shade.toHex())); step += 1) shade = shade.lighten(way * 0.02)
  return shade.toHex()
}

/** Shows the page as its user likes it; paper is white. */
export const paint = (root: HTMLElement, look: Look & { deviceIsDark: boolean; onPaper: boolean }) => {
  const dark = isDark(look) && !look.onPaper
  root.dataset.size = look.size
  root.classList.toggle('bp6-dark', dark)
  root.style.colorScheme = dark ? 'dark' : 'light'
  for (const [name, shade] of Object.entries(shadesOf(look.colour, dark))) root.style.setProperty(name, shade)
}
