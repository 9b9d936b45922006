/** Why a call is refused: the envelope's code, a locale key, and what the answer's `data` says. */
export class Refused extends Error {
  readonly code: number
  readonly key: string
  readonly data: unknown

  constructor(code: number, key: string, data: unknown = null) {
    super(`${code} ${key}`)
    this.code = code
    this.key = key
    this.data = data
  }
}

/** Another stream, which the command was made from, has gone on since: whoever made it has to look again. */
export class Misread extends Refused {
  constructor() {
    super(409, 'errors:stale')
  }
}

export const notFound = () => new Refused(404, 'errors:notFound')
