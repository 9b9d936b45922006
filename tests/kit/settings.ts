import { randomUUID } from 'node:crypto'
import type { SettingKind, Values } from '../../src/machines/setting.facts.ts'
import { settingStream } from '../../src/server/setting/commands.ts'
import * as setting from '../../src/services/setting.ts'
import type { TestApp } from './app.ts'

const day = 86_400_000

/** Puts a setting in force: proposed and confirmed the day before, so that a rate may begin today. */
export const putInForce = async (
  { server, clock }: Pick<TestApp, 'server' | 'clock'>,
  kind: SettingKind,
  code: string,
  values: Values,
) => {
  const at = clock.now() - day
  const sending = () => ({ stream: settingStream(kind, code), key: randomUUID() })
  await server.store.send({
    ...sending(),
    event: { type: 'settingProposed', by: 'staff/1', at, kind, code, values },
    via: setting.propose.interface,
  })
  await server.store.send({
    ...sending(),
    event: { type: 'settingConfirmed', by: 'staff/2', at },
    via: setting.confirm.interface,
  })
}
