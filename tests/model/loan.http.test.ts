import { loanProcess } from './loan.driver.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(loanProcess)
