import { apiKeyMachine } from '../../machines/apiKey.ts'
import type { Setting } from '../../machines/setting.facts.ts'
import { settingMachine } from '../../machines/setting.ts'
import { type ApiKeyRow, commands as keyCommands } from '../../services/apiKey.ts'
import { commands, type SettingRow } from '../../services/setting.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import { inWords } from './settingFields.ts'

const settings: Process = { machine: settingMachine, words: 'setting', commands }
const keys: Process = { machine: apiKeyMachine, words: 'apiKey', commands: keyCommands }

/** A setting as the subject of deciding its proposal. */
export const settingSubject = ({ kind, code, version, state, proposed }: SettingRow): Subject => ({
  process: settings,
  stream: `setting/${kind}/${code}`,
  name: code,
  body: { kind, code },
  state: {
    version,
    value: state,
    context: {
      proposed: proposed && { proposer: proposed.proposer.id, editor: proposed.editor.id },
    } satisfies { proposed: Pick<NonNullable<Setting['proposed']>, 'proposer' | 'editor'> | null },
    armed: {},
  },
  about: (_event, format) => (proposed ? inWords(kind, proposed.values, format) : {}),
})

export const keySubject = ({ name, version, state, maker, madeAt }: ApiKeyRow): Subject => ({
  process: keys,
  stream: `apiKey/${name}`,
  name,
  body: { name },
  state: { version, value: state, context: {}, armed: {} },
  about: (_event, { t, instant }) => ({
    'setting:screen.key.maker': maker
      ? t('setting:screen.byAt', { name: maker.name, at: instant(madeAt!) })
      : t('setting:screen.key.older'),
  }),
})
