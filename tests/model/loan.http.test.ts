import { loanProcess } from './loan.desk.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(loanProcess)
