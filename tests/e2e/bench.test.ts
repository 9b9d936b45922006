import { expect, inject, test } from 'vitest'
import { inBrowser, runBench } from '../kit/bench.ts'

test.for(inBrowser)('the benchmark `%s` finds that what it compares has happened', async (part) => {
  const { code, out, err } = await runBench([part], { CHROMIUM_PATH: inject('chromiumPath') })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.split('\n').length).toBeGreaterThan(2)
})
