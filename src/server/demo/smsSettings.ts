import { onlyCode } from '../../machines/setting.facts.ts'
import { apps } from './catalogue.ts'
import type { Beginning } from './settings.ts'

/** The names that the simulated lender sends messages under, and what a segment costs it. */
export const smsSettings: Beginning[] = [
  { kind: 'smsSender', code: 'DanaKilat', values: { registration: 'DEMO-SMS-001', used: true } },
  { kind: 'smsSender', code: 'DKPromo', values: { registration: 'DEMO-SMS-002', used: true } },
  { kind: 'smsSender', code: 'DKLama', values: { registration: 'DEMO-SMS-003', used: false } },
  ...apps.map(({ code }): Beginning => ({
    kind: 'smsLinks',
    code,
    values: {
      appLink: `https://${code.toLowerCase()}.loket.example`,
      optOutPage: 'https://loket.example/stop',
    },
  })),
  { kind: 'smsPrice', code: onlyCode, values: { from: '2020-01-01', segment: 350 } },
]
