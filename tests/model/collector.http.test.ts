import { collectorProcess } from './collector.driver.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(collectorProcess)
