import { walkedOverHttp } from './office.walked.ts'
import { recoveryCaseProcess } from './recoveryCase.driver.ts'

walkedOverHttp(recoveryCaseProcess)
