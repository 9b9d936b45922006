import { collectorProcess } from './collector.desk.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(collectorProcess)
