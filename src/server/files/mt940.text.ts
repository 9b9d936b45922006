const fullLine = 65
const fullSubfield = 27

/** Joins the lines of a text: a word runs on where its line is full. */
const joined = (lines: readonly string[], full: number) => {
  let text = ''
  let wasFull = true
  for (const line of lines) {
    text += wasFull ? line : ` ${line}`
    wasFull = line.length >= full
  }
  return text
}

/** The text of an :86: field. Subfields (?20 …) are read in the order of their use: text, then the other party. */
export const textOf86 = (field: string): string => {
  const text = joined(field.split('\n'), fullLine)
  const [, ...parts] = /\?[0-9]{2}/.test(text) ? text.split(/\?([0-9]{2})/) : []
  if (parts.length === 0) return spaced(text)
  const subfields = parts.flatMap((code, at) => (at % 2 === 0 ? [[code, parts[at + 1]!] as const] : []))
  const within = (from: string, to: string) =>
    subfields.filter(([code]) => code >= from && code <= to).map(([, text]) => text)
  const remittance = joined([...within('20', '29'), ...within('60', '63')], fullSubfield)
  return spaced([...within('00', '00'), remittance, ...within('30', '34')].join(' '))
}

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
