import { blank } from '../../machines/kernel.ts'
import { type VerifyCode as Context, verifyCodeMachine } from '../../machines/verifyCode.ts'
import { commands, type VerifyCode } from '../../services/verifyCode.ts'
import type { Process, Subject } from '../detail/command/subject.ts'

const verifyCodes: Process = { machine: verifyCodeMachine, words: 'verifyCode', commands }

export const subjectOf = ({ id, version, name, state, issuer }: VerifyCode): Subject => ({
  process: verifyCodes,
  stream: `verifyCode/${id}`,
  name: name || id,
  body: { id },
  state: {
    version,
    value: state,
    context: { ...(blank(verifyCodeMachine).context as Context), issuer },
    armed: {},
  },
})
