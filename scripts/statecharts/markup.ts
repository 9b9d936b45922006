/** Markup that is already safe to put into a page. */
export type Markup = { markup: string }

type Part = string | number | Markup | false | undefined | readonly Part[]

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!)

const safe = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(safe).join('')
  return escaped(String(part))
}

/** A template of HTML: what is put in is text and is escaped, unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup => ({
  markup: String.raw({ raw: strings }, ...parts.map(safe)),
})

type Attributes = Record<string, string | number | undefined>

/** One element with its attributes, those that are undefined left out, and what is in it. */
export const element = (name: string, attributes: Attributes, ...inside: Part[]): Markup => {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escaped(String(value))}"`,
  )
  const start = `<${name}${written.join('')}`
  return { markup: inside.length > 0 ? `${start}>${safe(inside)}</${name}>` : `${start}/>` }
}
