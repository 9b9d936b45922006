import { leadProcess } from './lead.desk.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(leadProcess)
