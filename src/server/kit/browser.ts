// In this order: most browsers also name those that they want to be taken for.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

const nameIn = (userAgent: string, known: readonly (readonly [sign: string, name: string])[]) =>
  known.find(([sign]) => userAgent.includes(sign))?.[1]

/** Browser and system by their names, such as `Chrome, Windows`; what a header says beyond that may point at one person. */
export const browserOf = (userAgent: string | undefined): string =>
  [nameIn(userAgent ?? '', browsers), nameIn(userAgent ?? '', systems)].filter(Boolean).join(', ')
