import { CaseDetail } from './CaseDetail.tsx'

export const screen = CaseDetail
