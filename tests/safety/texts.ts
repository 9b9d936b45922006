type Json = string | { [key: string]: Json }

/** Flattens a locale file to full keys: `{ a: { b: 'x' } }` becomes `{ 'a.b': 'x' }`. */
export function texts(json: Json, prefix = ''): Record<string, string> {
  if (typeof json === 'string') return { [prefix]: json }
  return Object.assign(
    {},
    ...Object.entries(json).map(([key, value]) => texts(value, prefix ? `${prefix}.${key}` : key)),
  ) as Record<string, string>
}

/** Lists missing and empty keys of one locale area. `files` maps language → file content, undefined without a file. */
export function missingTexts(area: string, files: Record<string, string | undefined>): string[] {
  const languages = Object.entries(files).map(([language, file]) => ({
    language,
    texts: texts(JSON.parse(file ?? '{}') as Json),
  }))
  const keys = [...new Set(languages.flatMap((one) => Object.keys(one.texts)))]
  return languages.flatMap((one) =>
    keys
      .filter((key) => !one.texts[key]?.trim())
      .map((key) => `locales/${one.language}/${area}: ${key} is ${key in one.texts ? 'empty' : 'missing'}`),
  )
}

const hosts = [
  /\bregistry\.[a-z0-9-]+\.(com|org|net|io|dev|cn)\b/i,
  /\b(deb|security|ftp|snapshot)\.debian\.org/i,
  /"resolved": "[a-z]+:\/\//,
]
const machinePath = /(?<![\w.-])\/work\//

/** Lists lines that name a package registry's host or a path of the author's machine. */
export function machineBound(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const what = hosts.some((host) => host.test(line))
      ? "a registry's host"
      : machinePath.test(line)
        ? 'a path of one machine'
        : ''
    return what ? [`${path}:${index + 1} names ${what}`] : []
  })
}
