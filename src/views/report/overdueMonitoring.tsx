import { overdueMonitoring } from '../../services/report.ts'
import { reportScreen } from './reportScreen.tsx'

export const screen = reportScreen(overdueMonitoring)
