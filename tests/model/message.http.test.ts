import { messageProcess } from './message.driver.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(messageProcess)
