// At most a third of a short number, or the mask would reveal most of it.
function lastDigits(text: string): string {
  const shown = Math.min(4, Math.floor(text.length / 3))
  return '*'.repeat(text.length - shown) + text.slice(text.length - shown)
}

const initials = (text: string) =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${/^\p{L}/u.exec(word)?.[0] ?? ''}***`)
    .join(' ')

/** 'Siti Aminah' → 'S*** A***': the mask hides the length, because a name's length helps to identify it. */
export const maskName = initials

/** Street: 'Jalan Melati 12' → 'J*** M*** ***'. City and province are not masked. */
export const maskAddress = initials

/** '+6281234567890' → '+628******7890'. The server masks lists in `maskedCustomer.ts` and whole records in `maskRecord.ts`. */
export function maskPhone(phone: string): string {
  return phone.startsWith('+628') ? `+628${lastDigits(phone).slice(4)}` : lastDigits(phone)
}

/** '3174015708900012' → '************0012'. */
export const maskNik = lastDigits

/** '0123456789' → '*******789'. */
export const maskAccount = lastDigits

/** 'siti.aminah@post.example' → 's***@post.example'. Text without a local part and a domain is masked whole. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at > 0 ? `${/^./u.exec(email)?.[0]}***${email.slice(at)}` : '***'
}

/** Name and phone of somebody in a list; both empty for an erased person. */
export const maskPerson = (person: { name: string; phone: string } | undefined): { name: string; phone: string } => ({
  name: person ? maskName(person.name) : '',
  phone: person ? maskPhone(person.phone) : '',
})
