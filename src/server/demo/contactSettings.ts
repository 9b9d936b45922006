import { usualRules } from '../../machines/contactRules.ts'
import { usualZones } from '../../machines/provinceZones.ts'
import { onlyCode } from '../../machines/setting.facts.ts'
import type { Beginning } from './settings.ts'

const from = '2020-01-01'

/** When and how often the simulated lender contacts people, and on which clock; in force before its first application. */
export const contactSettings: Beginning[] = [
  { kind: 'contactRules', code: onlyCode, values: { from, ...usualRules } },
  { kind: 'zones', code: onlyCode, values: { from, ...usualZones } },
]
