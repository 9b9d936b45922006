import { colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'
import { isDark, type Look } from '../machines/look.ts'

extend([a11y])

// What WCAG 2.2 asks between a text and its ground.
const legible = 4.5
const grounds = { light: '#f6f7f9', dark: '#252a31' }
// A colour so bright keeps its shade, and carries dark words.
const bright = 0.75

/** The shades that the console needs of one colour: it as it is, as the ground of words, and as words. */
export const shadesOf = (colour: string, dark: boolean): Record<string, string> => {
  const isBright = colord(colour).brightness() > bright
  const words = isBright ? '#111418' : '#ffffff'
  const filled = until(colour, (shade) => shade.contrast(words) >= legible, isBright ? 1 : -1)
  const said = until(colour, (shade) => shade.contrast(dark ? grounds.dark : grounds.light) >= legible, dark ? 1 : -1)
  return {
    '--theme': colour,
    '--accent': filled,
    '--accent-hover': colord(filled).darken(0.05).toHex(),
    '--accent-active': colord(filled).darken(0.1).toHex(),
    '--on-accent': words,
    '--link': said,
  }
}

type Shade = ReturnType<typeof colord>

const until = (colour: string, isEnough: (shade: Shade) => boolean, way: 1 | -1): string => {
  let shade = colord(colour)
  for (let step = 0; step < 50 && !isEnough(shade); step += 1) shade = shade.lighten(way * 0.02)
  return shade.toHex()
}

/** Shows the page as its user likes it. */
export const paint = (root: HTMLElement, look: Look & { deviceIsDark: boolean }) => {
  const dark = isDark(look)
  root.dataset.size = look.size
  root.classList.toggle('bp6-dark', dark)
  root.style.colorScheme = dark ? 'dark' : 'light'
  for (const [name, shade] of Object.entries(shadesOf(look.colour, dark))) root.style.setProperty(name, shade)
}
