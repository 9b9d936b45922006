type Words = (key: string) => string

/** Who did it, in words: a member of staff by name, or which machine it was. */
export const whoDid = (t: Words, { by, byName }: { by: string; byName: string | undefined }): string => {
  if (by === 'SYS') return t('common:system')
  if (by.startsWith('app/')) return t('detail:customerApp')
  if (by.startsWith('provider/')) return t('detail:virtualAccounts')
  return byName ?? by
}
