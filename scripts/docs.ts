import { mkdirSync, writeFileSync } from 'node:fs'
import { pages } from './statecharts/pages.ts'

for (const { url, text } of pages()) {
  mkdirSync(new URL('.', url), { recursive: true })
  writeFileSync(url, text)
}
