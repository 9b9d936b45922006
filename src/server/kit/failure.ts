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

const longestMessage = 200
const mostFrames = 12

// Databases and parsers quote their input, which may contain personal data.
const withoutValues = (message: string): string =>
  message
    .split('\n', 1)[0]!
    .replace(/["'`“‘].*["'`”’]/, '…')
    .replaceAll(/\S+@\S+/g, '…')
    .replaceAll(/\+?\d[\d\s-]{4,}\d/g, '…')
    .slice(0, longestMessage)

const names = ['code', 'table', 'column', 'constraint'] as const

/** An error for the log: its type, codes and stack frames, without the values that were being processed. */
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
