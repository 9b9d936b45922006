// The order matters: most user agents also name the browsers that they are compatible with.
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

/** Browser and operating system, such as `Chrome, Windows`. The rest of the header could identify one person. */
export const browserOf = (userAgent: string | undefined): string =>
  [nameIn(userAgent ?? '', browsers), nameIn(userAgent ?? '', systems)].filter(Boolean).join(', ')
