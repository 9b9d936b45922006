import { contactProcess } from './contact.driver.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(contactProcess)
