type Json = string | { [key: string]: Json }

/** Every text of a locale file by its full key: `{ a: { b: 'x' } }` is `{ 'a.b': 'x' }`. */
export function texts(json: Json, prefix = ''): Record<string, string> {
  if (typeof json === 'string') return { [prefix]: json }
  return Object.assign(
    {},
    ...Object.entries(json).map(([key, value]) => texts(value, prefix ? `${prefix}.${key}` : key)),
  ) as Record<string, string>
}

/** What one area's files lack: `files` is language → the file's text, undefined where there is none. */
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

/** A file must mean the same everywhere: it names no package registry's host and no path of the machine it was written on. */
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
