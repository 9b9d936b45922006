/** Words of an address that stand for what somebody is known by: of those it has ids only. */
const secretNames = ['phone', 'nik', 'fullName', 'email'] as const
export type SecretName = (typeof secretNames)[number]

/** Whether it is an id as the server gives them out; anything else may be a number that somebody typed there. */
export const isSecretId = (said: string) => /^[\w-]{22}$/.test(said)

/** A query without the numbers that somebody typed there; what they were for stays, with nothing in it. The same text when there are none. */
export const withoutSecrets = (search: string): string => {
  const params = new URLSearchParams(search)
  const typed = secretNames.filter((name) => params.getAll(name).some((said) => said !== '' && !isSecretId(said)))
  for (const name of typed) params.set(name, '')
  return typed.length > 0 ? `?${params}` : search
}
