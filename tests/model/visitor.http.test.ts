import { walkedOverHttp } from './office.walked.ts'
import { visitorProcess } from './visitor.desk.ts'

walkedOverHttp(visitorProcess)
