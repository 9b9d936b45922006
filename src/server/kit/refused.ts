/** A refusal of a call: the envelope's code, a locale key, and the answer's `data`. */
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

/** A stream that the command's decision read has changed since. The caller must read it again and decide anew. */
export class Misread extends Refused {
  constructor() {
    super(409, 'errors:stale')
  }
}

export const notFound = () => new Refused(404, 'errors:notFound')
