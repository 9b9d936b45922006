/** A complete order number: LK, the day of receipt as YYMMDD, and a sequence number. */
export const wholeOrderNo = /^LK\d{12,}$/
