import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneEngine } from '../kit/engines.ts'
import { charted } from './charts.ts'
import { openScreens } from './office.browser.ts'
import { told } from './report.ts'
import { walk } from './walk.ts'

let office: Awaited<ReturnType<typeof openScreens>>
beforeAll(async () => {
  office = await openScreens(oneEngine()[0]!)
})
afterAll(() => office?.close())

const walked = [...charted].map(([name, { onScreens, tours }]) => ({ name, onScreens, tours }))

test.each(walked)(
  '$name: everything that people do is done on screens, and each who takes part sees it come',
  async ({ onScreens, tours }) => {
    const system = await onScreens(office)
    for (const tour of tours) {
      const failure = await walk(system, tour)
      expect(failure && told(failure)).toBeUndefined()
    }
  },
)
