import { walkedOverHttp } from './office.walked.ts'
import { verifyCodeProcess } from './verifyCode.driver.ts'

walkedOverHttp(verifyCodeProcess)
