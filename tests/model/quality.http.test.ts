import { walkedOverHttp } from './office.walked.ts'
import { qualityProcess } from './quality.driver.ts'

walkedOverHttp(qualityProcess)
