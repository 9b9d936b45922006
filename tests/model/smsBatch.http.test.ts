import { walkedOverHttp } from './office.walked.ts'
import { smsBatchProcess } from './smsBatch.desk.ts'

walkedOverHttp(smsBatchProcess)
