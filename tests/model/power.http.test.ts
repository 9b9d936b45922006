import { accountProcess } from './account.desk.ts'
import { walkedOverHttp } from './office.walked.ts'
import { roleProcess } from './role.desk.ts'

walkedOverHttp(roleProcess)
walkedOverHttp(accountProcess)
