import { colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'
import mix from 'colord/plugins/mix'
import { isDark, type Appearance } from '../machines/appearance.ts'

extend([a11y, mix])

// The contrast between text and background that WCAG 2.2 demands.
const legible = 4.5
// For each scheme the background on which coloured text is harder to read, the surface of a tint, and the direction of
// more contrast.
const looks = {
  light: { ground: '#f6f7f9', surface: '#ffffff', share: 0.1, way: -1 },
  dark: { ground: '#252a31', surface: '#252a31', share: 0.2, way: 1 },
} as const
// Above this brightness a colour keeps its shade and gets dark text.
const bright = 0.75

/**
 * The CSS colours derived from one: itself, an accent background with its text colour, a tint, and a text colour for
 * links.
 */
export const shadesOf = (colour: string, dark: boolean): Record<string, string> => {
  const isBright = colord(colour).brightness() > bright
  const words = isBright ? '#111418' : '#ffffff'
  const filled = until(colour, (shade) => shade.contrast(words) >= legible, isBright ? 1 : -1)
  const { ground, surface, share, way } = looks[dark ? 'dark' : 'light']
  const tint = colord(surface).mix(filled, share).toHex()
  const link = until(colour, (shade) => [ground, tint].every((below) => shade.contrast(below) >= legible), way)
  return {
    '--theme': colour,
    '--accent': filled,
    '--accent-hover': colord(filled).darken(0.05).toHex(),
    '--accent-active': colord(filled).darken(0.1).toHex(),
    '--on-accent': words,
    '--tint': tint,
    '--link': link,
  }
}

type Shade = ReturnType<typeof colord>

const until = (colour: string, isEnough: (shade: Shade) => boolean, way: 1 | -1): string => {
  let shade = colord(colour)
  // Checked as written: a shade may have enough contrast, and its rounded hex value not.
  for (let step = 0; step < 50 && !isEnough(colord(shade.toHex())); step += 1) shade = shade.lighten(way * 0.02)
  return shade.toHex()
}

/** Applies the user's appearance to the page; printed pages are always light. */
export const paint = (root: HTMLElement, look: Appearance & { deviceIsDark: boolean; onPaper: boolean }) => {
  const dark = isDark(look) && !look.onPaper
  root.dataset.size = look.size
  root.classList.toggle('bp6-dark', dark)
  root.style.colorScheme = dark ? 'dark' : 'light'
  for (const [name, shade] of Object.entries(shadesOf(look.colour, dark))) root.style.setProperty(name, shade)
}
