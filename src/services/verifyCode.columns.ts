import { instant, type ListColumns, number, text, word } from './columns.ts'
import type { VerifyCode } from './verifyCode.ts'

export const verifyCodeColumns = {
  name: text('approval:screen.customer', (one) => one.name),
  phone: text('approval:screen.phone', (one) => one.phone),
  seller: text('lead:screen.seller', (one) => one.sellerName),
  state: word('verifyCode:screen.state', (one) => `verifyCode:state.${one.state}`),
  issuedAt: instant('verifyCode:screen.issuedAt', (one) => one.issuedAt),
  expiresAt: instant('verifyCode:screen.expiresAt', (one) => one.expiresAt),
  usedAt: instant('verifyCode:screen.usedAt', (one) => one.usedAt),
  tries: number('verifyCode:screen.tries', (one) => one.tries),
} satisfies ListColumns<VerifyCode>
