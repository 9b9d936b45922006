import { walkedOverHttp } from './office.walked.ts'
import { recoveryCaseProcess } from './recoveryCase.desk.ts'

walkedOverHttp(recoveryCaseProcess)
