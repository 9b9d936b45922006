/** A whole order number: LK, the day it came in as YYMMDD, and its number. */
export const wholeOrderNo = /^LK\d{12,}$/
