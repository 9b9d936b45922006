type Words = (key: string) => string

/**
 * The display name of an actor: a member of staff, the system, the customer's app, or the provider of virtual accounts.
 */
export const whoDid = (t: Words, { by, byName }: { by: string; byName: string | undefined }): string => {
  if (by === 'SYS') return t('common:system')
  if (by.startsWith('app/')) return t('detail:customerApp')
  if (by.startsWith('provider/')) return t('detail:virtualAccounts')
  return byName ?? by
}
