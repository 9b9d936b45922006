import { walkedOverHttp } from './office.walked.ts'
import { smsTemplateProcess } from './smsTemplate.desk.ts'

walkedOverHttp(smsTemplateProcess)
