import { walkedOverHttp } from './office.walked.ts'
import { placementProcess } from './placement.driver.ts'

walkedOverHttp(placementProcess)
