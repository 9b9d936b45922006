import { randomUUID } from 'node:crypto'
import type { TestApp } from '../kit/app.ts'
import { putInForce } from '../kit/settings.ts'

/** Creates a bank account of the lender without lines; answers its code. */
export const emptyAccount = async (app: TestApp): Promise<string> => {
  const code = `T${randomUUID().slice(0, 8)}`
  await putInForce(app, 'bankAccount', code, { bank: 'BCA', name: code, number: '12345' })
  return code
}
