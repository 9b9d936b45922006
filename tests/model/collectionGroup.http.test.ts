import { collectionGroupProcess } from './collectionGroup.driver.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(collectionGroupProcess)
