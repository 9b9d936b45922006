type Told = {
  type: string
  message: string
  code?: string
  table?: string
  column?: string
  constraint?: string
  at?: string[]
  cause?: Told
}

const mostSaid = 200
const mostFrames = 12

// Databases and parsers quote what they were given, and what people are called by may be in it.
const withoutValues = (message: string): string =>
  message
    .split('\n', 1)[0]!
    .replace(/["'`“‘].*["'`”’]/, '…')
    .replaceAll(/\S+@\S+/g, '…')
    .replaceAll(/\+?\d[\d\s-]{4,}\d/g, '…')
    .slice(0, mostSaid)

const names = ['code', 'table', 'column', 'constraint'] as const

/** What the log says of an error: its kind and where it came from, and nothing of what was being worked on. */
export const failure = (error: unknown): Told => {
  if (!(error instanceof Error)) return { type: typeof error, message: '' }
  const known = error as Error & Partial<Record<(typeof names)[number], unknown>>
  const named = names.flatMap((name) => (typeof known[name] === 'string' ? [[name, known[name]] as const] : []))
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...Object.fromEntries(named),
    at: frames.slice(0, mostFrames).map((line) => line.trim()),
    ...(error.cause instanceof Error && { cause: failure(error.cause) }),
  }
}
