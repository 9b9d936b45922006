/** Query parameters that stand for personal identifiers; the URL holds only opaque ids of them. */
const secretNames = ['phone', 'nik', 'fullName', 'email'] as const
export type SecretName = (typeof secretNames)[number]

/** Whether it has the form of the server's opaque ids; anything else may be an identifier that somebody typed. */
export const isSecretId = (value: string) => /^[\w-]{22}$/.test(value)

/** The query with typed identifiers emptied, their parameters kept. Answers the same string when it has none. */
export const withoutSecrets = (search: string): string => {
  const params = new URLSearchParams(search)
  const typed = secretNames.filter((name) => params.getAll(name).some((value) => value !== '' && !isSecretId(value)))
  for (const name of typed) params.set(name, '')
  return typed.length > 0 ? `?${params}` : search
}
