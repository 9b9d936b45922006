import { accountProcess } from './account.driver.ts'
import { walkedOverHttp } from './office.walked.ts'
import { roleProcess } from './role.driver.ts'

walkedOverHttp(roleProcess)
walkedOverHttp(accountProcess)
