import { borrowAgainRate } from '../../services/report.ts'
import { reportScreen } from './reportScreen.tsx'

export const screen = reportScreen(borrowAgainRate)
