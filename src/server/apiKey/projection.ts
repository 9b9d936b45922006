import type { ApiKey } from '../../machines/apiKey.ts'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<ApiKey>) => ({
  name: idOf(stream),
  version,
  state: stateName(value) as 'active' | 'revoked',
  maker: context.madeBy,
  made_at: context.madeAt,
  revoker: context.revokedBy,
  revoked_at: context.revokedAt,
})

declare module '../db/tables.ts' {
  interface Tables {
    api_key_standing: ReturnType<typeof row>
  }
}

export const apiKeyProjection: Projection = { table: 'api_key_standing', key: 'name', row }
