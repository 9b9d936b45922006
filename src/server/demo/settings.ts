import type { SettingKind, Values } from '../../machines/setting.facts.ts'
import * as apiKey from '../../services/apiKey.ts'
import * as setting from '../../services/setting.ts'
import { apiKeyStream, keepKey } from '../apiKey/commands.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { settingStream } from '../setting/commands.ts'
import type { Command } from '../store/command.ts'

/** A setting that a lender begins with. */
export type Beginning = { kind: SettingKind; code: string; values: Values }

/** Makes settings, proposed by one person and confirmed by another, and the API key `secret` of the customers' app. */
export const makeSettings = async (
  { store, clock }: Pick<Server, 'store' | 'clock'>,
  { maker, checker, secret, settings }: { maker: string; checker: string; secret: string; settings: Beginning[] },
): Promise<void> => {
  const at = clock.now()
  const send = async (commands: readonly Command[]) => {
    const refused = (await store.append(commands)).find((outcome) => outcome instanceof Refused)
    if (refused) throw refused
  }
  const of = ({ kind, code }: Beginning, what: string) => ({
    stream: settingStream(kind, code),
    key: `demo ${what} ${kind} ${code}`,
  })
  await send(
    settings.map((one) => ({
      ...of(one, 'propose'),
      event: { type: 'settingProposed', by: maker, at, ...one },
      via: setting.propose.interface,
    })),
  )
  await send(
    settings.map((one) => ({
      ...of(one, 'confirm'),
      event: { type: 'settingConfirmed', by: checker, at },
      via: setting.confirm.interface,
    })),
  )
  await store.send({
    stream: apiKeyStream('demo'),
    event: { type: 'keyMade', by: checker, at },
    via: apiKey.make.interface,
    key: 'demo key',
    writes: (tx) => keepKey(tx, 'demo', secret),
  })
}
