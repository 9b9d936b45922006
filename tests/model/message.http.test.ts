import { messageProcess } from './message.desk.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(messageProcess)
