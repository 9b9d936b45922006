import { overdueMonitoringTotal } from '../../services/report.ts'
import { reportScreen } from './reportScreen.tsx'

export const screen = reportScreen(overdueMonitoringTotal)
