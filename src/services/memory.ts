// What this browser remembers from one visit to the next. A browser that forbids storage just forgets.

export const remembered = (key: string): string | undefined => {
  try {
    return localStorage.getItem(`loket.${key}`) ?? undefined
  } catch {
    return undefined
  }
}

export const remember = (key: string, value: string) => {
  try {
    localStorage.setItem(`loket.${key}`, value)
  } catch {
    // forgotten
  }
}
