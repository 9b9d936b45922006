import { walkedOverHttp } from './office.walked.ts'
import { verifyCodeProcess } from './verifyCode.desk.ts'

walkedOverHttp(verifyCodeProcess)
