import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
type Chunk = { file: string; isDynamicEntry?: true; imports?: string[] }
const chunks = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>
const code = ({ file }: Chunk) => readFileSync(`${dist}/${file}`)

test('all that draws pictures is one lazy chunk of at most 60 KiB', () => {
  const picture = chunks['src/views/report/picture/Picture.tsx']!
  expect(picture.isDynamicEntry).toBe(true)
  expect(gzipSync(code(picture)).length / 1024).toBeLessThan(60)
  const others = Object.values(chunks).filter(({ file }) => file.endsWith('.js') && file !== picture.file)
  expect(code(picture).includes('visx-axis')).toBe(true)
  expect(others.filter((chunk) => code(chunk).includes('visx-'))).toEqual([])
})
