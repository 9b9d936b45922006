import { walkedOverHttp } from './office.walked.ts'
import { groupProcess, reviewerProcess } from './reviewers.driver.ts'
import { ruleSetProcess } from './ruleSet.driver.ts'

walkedOverHttp(groupProcess)
walkedOverHttp(reviewerProcess)
walkedOverHttp(ruleSetProcess)
