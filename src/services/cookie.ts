const name = 'Admin-Token'

/** The session token that an earlier page of this browser stored. */
export const readToken = (): string | undefined => {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1)) || undefined : undefined
}

const write = (value: string, more = '') => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; SameSite=Strict${secure}${more}`
}

export const keepToken = (token: string) => write(token)
export const dropToken = () => write('', '; Max-Age=0')
