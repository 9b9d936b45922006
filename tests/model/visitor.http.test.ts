import { walkedOverHttp } from './office.walked.ts'
import { visitorProcess } from './visitor.driver.ts'

walkedOverHttp(visitorProcess)
