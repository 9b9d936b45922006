import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loginWeight } from '../../scripts/loginWeight.ts'
import { loginPage } from '../bench/loginPage.ts'
import { testConsole } from '../kit/console.ts'
import { oneEngine } from '../kit/engines.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
// Replaces the language in paths: the weight counts the heaviest one, which need not be the browser's.
const inNoLanguage = (path: string) => path.replace(/\/(id|en|zh)-/, '/language-').replace(/(language)-[^.]*/, '$1')
const sorted = (paths: readonly string[]) => paths.map(inNoLanguage).toSorted()

test('the login page is weighed with everything that a browser asks for', async () => {
  const served = await testConsole(oneEngine()[0])
  try {
    const { files } = await loginWeight(dist)
    expect(sorted(await loginPage(served.url))).toEqual(sorted(files.map(({ path }) => path)))
  } finally {
    await served.close()
  }
})

test('it weighs less as Brotli than as gzip, and that less than unpacked', async () => {
  const weights: number[] = []
  for (const encodings of ['br', 'gzip', 'identity']) weights.push((await loginWeight(dist, encodings)).kibibytes)
  expect(weights).toEqual(weights.toSorted((one, other) => one - other))
  expect(weights[0]! + 10).toBeLessThan(weights[1]!)
})
