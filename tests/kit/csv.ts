/** Parses CSV by RFC 4180 with either separator: a quote is special only at the start of a cell. */
export const readCsv = (text: string, separator: ',' | ';'): string[][] => {
  const rows: string[][] = []
  let at = 0
  const quoted = (): string => {
    let cell = ''
    for (at += 1; at < text.length; at += 1) {
      if (text[at] !== '"') cell += text[at]
      else if (text[at + 1] === '"') cell += text[(at += 1)]
      else break
    }
    at += 1
    return cell
  }
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      let cell = text[at] === '"' ? quoted() : ''
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') cell += text[at++]
      row.push(cell)
      if (text[at] !== separator) break
      at += 1
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    rows.push(row)
  }
  return rows
}
