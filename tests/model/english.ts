import { readFileSync } from 'node:fs'
import { word, type Words } from '../../scripts/statecharts/words.ts'

/** The English text of a key in a locale file. Throws for an unknown key. */
export const english = (file: string) => {
  const words = JSON.parse(readFileSync(`locales/en/${file}.json`, 'utf8')) as Words
  return (key: string): string => word(words, key)
}
