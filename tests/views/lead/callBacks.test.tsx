import { screen as page } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { to } from '../../../src/machines/paths.ts'
import * as lead from '../../../src/services/lead.ts'
import { aBrowser } from '../browser.tsx'

const browser = aBrowser()
afterEach(() => browser.network.resetHandlers())

test.each([
  ['telemarketer', 1, true],
  ['telemarketer.2', 0, true],
  ['telemarketingLead', 1, false],
] as const)(
  'the calendar of %s has %i call-backs; a choice between all and their own: %s',
  async (role, some, chooses) => {
    const app = browser.server()
    const [head, seller] = [await app.login('telemarketingLead'), await app.login('telemarketer')]
    const phone = '+6281200000001'
    const batch = { batch: 'MARET-1', source: 'event', proof: 'form of the fair' }
    await head.data(lead.importLeads, { ...batch, leads: [{ phone, name: 'Calon Nasabah', province: '31' }] })
    const [{ id, version, state }] = (await head.data(lead.list, { phone })).rows as [lead.Lead]
    if (state === 'waiting') {
      await seller.data(lead.claim, { id, version })
      const day = addDays(businessDay(app.clock.now()), 1)
      await seller.data(lead.callBack, { id, version: version + 1, day, time: '15.00' })
    }

    await browser.openAs(role, { path: to.callBacks(), language: 'en' })
    await page.findByRole('heading', { name: 'Call-backs' })
    expect(page.queryAllByText('C*** N***')).toHaveLength(some)
    expect(page.queryAllByRole('checkbox', { name: 'Mine' })).toHaveLength(chooses ? 1 : 0)
  },
)
