import { contactProcess } from './contact.desk.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(contactProcess)
