import { walkedOverHttp } from './office.walked.ts'
import { groupProcess, reviewerProcess } from './reviewers.desk.ts'
import { ruleSetProcess } from './ruleSet.desk.ts'

walkedOverHttp(groupProcess)
walkedOverHttp(reviewerProcess)
walkedOverHttp(ruleSetProcess)
