import { walkedOverHttp } from './office.walked.ts'
import { smsTemplateProcess } from './smsTemplate.driver.ts'

walkedOverHttp(smsTemplateProcess)
