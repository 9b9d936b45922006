import { approvalProcess } from './approval.driver.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(approvalProcess)
