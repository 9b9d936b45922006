/**
 * Room for every row's next version beside it: a day change touches all of a page's loans at once, and a version on another page
 * costs an entry in each index, of which one has a dozen pieces of the order's number.
 */
export const statements = [`alter table loan set (fillfactor = 50)`]
