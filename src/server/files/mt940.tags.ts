/** A field with its lines, and the row of its first one. */
export type Tag = { tag: string; row: number; text: string }
/** The fields of one message: one account, one page. */
export type Message = Tag[]

const firstTag = /^(?:\{1:.*|.*\{4:)?:(?:20|25P?|28C?|60[FM]):/m

/** Whether a text has a SWIFT message in it, also below other lines. */
export const hasMessage = (text: string): boolean => firstTag.test(text)

/** The messages of a file. A line `-` or `-}` ends one, and so does the next :20: field. */
export const messagesIn = (text: string): Message[] => {
  const messages: Message[] = []
  let open: Message | undefined
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [, tag, rest] = /^\s*(?:\{.*\{4:)?\s*:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    if (/^-\s*$|^-\}/.test(line)) open = undefined
    else if (tag) {
      if (!open || (tag === '20' && open.some((one) => one.tag === '20'))) messages.push((open = []))
      open.push({ tag, row: index + 1, text: rest! })
    } else if (open && line.trim() && !/^\{[1-5]:/.test(line)) open.at(-1)!.text += `\n${line}`
  }
  return messages
}
