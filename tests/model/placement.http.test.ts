import { walkedOverHttp } from './office.walked.ts'
import { placementProcess } from './placement.desk.ts'

walkedOverHttp(placementProcess)
