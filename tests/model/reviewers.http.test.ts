import { walkedOverHttp } from './office.walked.ts'
import { groupProcess, reviewerProcess } from './reviewers.desk.ts'
import { ruleSetProcess } from './ruleset.desk.ts'

walkedOverHttp(groupProcess)
walkedOverHttp(reviewerProcess)
walkedOverHttp(ruleSetProcess)
