import type { Values } from '../../machines/setting.facts.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import { unrecorded } from '../store/unrecorded.ts'

type Parts = Pick<Server, 'db' | 'store' | 'clock'>

/** Records settings and API keys that are older than their event streams. Idempotent. */
export const recordFound = async ({ db, store, clock }: Parts): Promise<void> => {
  const streams = await unrecorded(db.sql)
  if (streams.length === 0) return
  const system = { by: 'SYS', at: clock.now() }
  const commands = streams.map(async (stream): Promise<Command> => {
    const [chart, kind, ...rest] = stream.split('/') as [string, keyof typeof foundAs, ...string[]]
    const sending = { stream, version: 0, via: 'SYS', key: `found ${stream}`, request: stream }
    if (chart === 'apiKey') return { ...sending, event: { type: 'keyFound', ...system } }
    const code = rest.join('/')
    const inForce = await foundAs[kind](db, code)
    return { ...sending, event: { type: 'settingFound', ...system, kind, code, inForce } }
  })
  // Another process may record the same, so refused commands are ignored.
  await store.append(await Promise.all(commands))
}

type Db = Server['db']
const foundAs = {
  app: (db: Db, code: string): Promise<Values[]> =>
    db.sql.selectFrom('lending_app').select('name').where('code', '=', code).execute(),
  product: (db: Db, code: string): Promise<Values[]> =>
    db.sql
      .selectFrom('product')
      .select([
        'name',
        'min_amount as minAmount',
        'max_amount as maxAmount',
        'terms',
        'service_fee_bps as serviceFee',
        'handling_fee as handlingFee',
      ])
      .where('code', '=', code)
      .execute(),
  rate: (db: Db, code: string): Promise<Values[]> =>
    db.sql
      .selectFrom('product_rate')
      .select([
        'from_day as from',
        'every',
        'interest',
        'early_fee as earlyFee',
        'late_fee as lateFee',
        'late_from as lateFrom',
        'fee_days as feeDays',
        'cap',
      ])
      .where('product', '=', code)
      .orderBy('from_day')
      .execute(),
  bankAccount: (db: Db, code: string): Promise<Values[]> =>
    db.sql.selectFrom('bank_account').select(['bank', 'name', 'number']).where('code', '=', code).execute(),
}
