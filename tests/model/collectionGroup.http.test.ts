import { collectionGroupProcess } from './collectionGroup.desk.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(collectionGroupProcess)
