import { expect } from 'vitest'

declare module 'vitest' {
  // Vitest's own names: a declaration that is merged has to repeat them.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** An answer of the admin API has this code. When it has not, the message says both in words, with the answer's own. */
    toHaveCode: (code: number) => R
  }
}

const meanings: Record<number, string> = {
  0: 'done',
  400: 'wrong input',
  401: 'no session',
  403: 'another site’s call',
  404: 'nothing there',
  409: 'overtaken by a change',
  413: 'too large',
  422: 'refused by a rule',
  429: 'too many calls',
  500: 'a fault of the server',
  503: 'the server is busy',
  4030: 'not permitted',
}
const inWords = (code: unknown) => `${meanings[Number(code)] ?? 'a code without words'} (${String(code)})`

expect.extend({
  toHaveCode(answer: { code: number; msg?: string; data?: unknown }, code: number) {
    const { msg, data } = answer
    return {
      pass: answer.code === code,
      message: () =>
        [
          `expected the call ${this.isNot ? 'not ' : ''}to be: ${inWords(code)}`,
          `the server answered: ${inWords(answer.code)}${msg ? `: ${msg}` : ''}`,
          ...(answer.code && data ? [JSON.stringify(data)] : []),
        ].join('\n'),
    }
  },
})
