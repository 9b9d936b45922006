/** The codes of all currencies but the rupiah, and signs that stand for one of them. */
export const currencies: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency').filter((code) => code !== 'IDR'),
  'RMB',
  'US',
])
