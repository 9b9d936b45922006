import { walkedOverHttp } from './office.walked.ts'
import { qualityProcess } from './quality.desk.ts'

walkedOverHttp(qualityProcess)
