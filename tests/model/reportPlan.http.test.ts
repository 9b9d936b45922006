import { walkedOverHttp } from './office.walked.ts'
import { reportPlanProcess } from './reportPlan.driver.ts'

walkedOverHttp(reportPlanProcess)
