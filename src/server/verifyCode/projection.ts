import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { VerifyCode } from '../../machines/verifyCode.ts'
import type { codeStates } from '../../services/verifyCode.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<VerifyCode>) => ({
  id: idOf(stream),
  version,
  state: stateName(value) as (typeof codeStates)[number],
  lead: context.lead,
  issuer: context.issuer,
  issued_at: context.issuedAt,
  expires_at: context.expiresAt,
  tries: context.tries,
  ended_at: context.endedAt,
})

declare module '../db/tables.ts' {
  interface Tables {
    verify_code: ReturnType<typeof row>
    verify_code_hash: { id: string; hash: string }
  }
}

export const verifyCodeProjection: Projection = { table: 'verify_code', key: 'id', row }
