import type { Process } from '../process.ts'
import { auditExports } from './exports.ts'
import { auditScreens } from './screens.ts'

export const audit: Process = { handlers: auditScreens, exports: auditExports }
