import type { Language } from '../../services/user.ts'
import { knows, say } from '../kit/i18n.ts'
import type { Findings } from './file.ts'

/** Translates the reason of a refused file or of one flaw in it. */
export const inWords = (reason: string, language: Language, where: Findings['where'] = {}): string => {
  const key = `bankStatement:refused.${reason}`
  // Files that were refused before a currency had its line are still listed.
  return knows(key) ? say(language, key, { row: '–', ...where }) : say(language, 'bankStatement:refused.broken')
}
