/** An id as receipts are compared by it: providers change its case, and fill it up with zeros. */
export const referenceOf = (id: string): string => id.toLowerCase().replace(/^0+/, '')
