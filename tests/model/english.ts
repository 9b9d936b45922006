import { readFileSync } from 'node:fs'
import { word, type Words } from '../../scripts/statecharts/words.ts'

/** What the console says in English, by the name of a file of words and a key in it. Throws when there is none. */
export const english = (file: string) => {
  const words = JSON.parse(readFileSync(`locales/en/${file}.json`, 'utf8')) as Words
  return (key: string): string => word(words, key)
}
