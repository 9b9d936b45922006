/** They are sealed another way than those that were made before: `fillMasked` makes them again. */
export const statements = [`update person set brief = null where brief is not null`]
