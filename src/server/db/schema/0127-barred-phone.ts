/** The keyed digests of the phones of erased people who wanted no marketing: a later import leaves them out. */
export const statements: readonly string[] = ['create table barred_phone (digest text primary key)']
