import { leadProcess } from './lead.driver.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(leadProcess)
