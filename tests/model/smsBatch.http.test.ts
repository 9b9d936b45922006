import { walkedOverHttp } from './office.walked.ts'
import { smsBatchProcess } from './smsBatch.driver.ts'

walkedOverHttp(smsBatchProcess)
